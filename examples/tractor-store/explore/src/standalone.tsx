import { startStandalone } from '@wholepage/tooling/standalone';
import { scenarios, standaloneFragments, standalonePages } from './scenarios';

startStandalone({ name: 'explore', pages: standalonePages, scenarios, fragments: standaloneFragments });
