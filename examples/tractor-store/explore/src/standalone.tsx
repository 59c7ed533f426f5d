import { startStandalone } from '@wholepage/tooling/stage';
import { scenarios, standalonePages } from './scenarios';

startStandalone({ name: 'explore', pages: standalonePages, scenarios });
