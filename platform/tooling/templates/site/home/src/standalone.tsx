import { startStandalone } from '@wholepage/tooling/stage';
import { scenarios, standalonePages } from './scenarios';

startStandalone({ name: 'home', pages: standalonePages, scenarios });
