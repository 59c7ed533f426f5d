import { startStandalone } from '@wholepage/tooling/stage';
import { scenarios, standaloneFragments, standalonePages } from './scenarios';

startStandalone({ name: 'explore', pages: standalonePages, scenarios, fragments: standaloneFragments });
