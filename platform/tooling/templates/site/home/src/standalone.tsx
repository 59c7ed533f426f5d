import { startStandalone } from '@wholepage/tooling/standalone';
import { scenarios, standalonePages } from './scenarios';

startStandalone({ name: 'home', pages: standalonePages, scenarios });
