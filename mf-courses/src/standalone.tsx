import { startStandalone } from 'tooling/stage';
import { scenarios, standalonePages } from './scenarios';

startStandalone({ name: 'mf-courses', pages: standalonePages, scenarios });
