import { startStandalone } from '@wholepage/tooling/standalone';
import { scenarios, standaloneFragments, standalonePages } from './scenarios';

startStandalone({ name: 'checkout', pages: standalonePages, scenarios, fragments: standaloneFragments });
