import { startStandalone } from '@wholepage/tooling/standalone';
import { scenarios, standalonePages } from './scenarios';

startStandalone({ name: 'decide', pages: standalonePages, scenarios });
