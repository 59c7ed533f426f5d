import { startStandalone } from '@wholepage/tooling/standalone';
import { scenarios, standaloneFragments, standalonePages } from './scenarios';

startStandalone({ name: 'inspire', pages: standalonePages, scenarios, fragments: standaloneFragments });
