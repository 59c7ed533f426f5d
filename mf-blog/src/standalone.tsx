import { startStandalone } from 'tooling/stage';
import { scenarios, standalonePages } from './scenarios';

startStandalone({ name: 'mf-blog', pages: standalonePages, scenarios });
