import { startStandalone } from 'tooling/stage';
import { scenarios, standalonePages } from './scenarios';

startStandalone({ name: 'mf-template', pages: standalonePages, scenarios });
