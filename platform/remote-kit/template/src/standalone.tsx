import { startStandalone } from '@wholepage/tooling/standalone';
import { scenarios, standalonePages } from './scenarios';

startStandalone({ name: 'remote-template', pages: standalonePages, scenarios });
