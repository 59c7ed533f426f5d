import { startStandalone } from '@wholepage/tooling/stage';
import { scenarios, standalonePages } from './scenarios';

startStandalone({ name: 'inspire', pages: standalonePages, scenarios });
