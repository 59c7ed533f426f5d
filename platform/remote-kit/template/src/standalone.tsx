import { startStandalone } from '@wholepage/tooling/stage';
import { scenarios, standalonePages } from './scenarios';

startStandalone({ name: 'remote-template', pages: standalonePages, scenarios });
