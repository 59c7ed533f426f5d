import { startStandalone } from 'tooling/stage';
import { scenarios, standalonePages } from './scenarios';

startStandalone({ name: 'mf-products', pages: standalonePages, scenarios });
