import { startStandalone } from '@wholepage/tooling/standalone';
import { scenarios, standaloneFragments, standalonePages } from './scenarios';
import 'shared-ui/styles/index.css';

startStandalone({ name: 'mf-products', pages: standalonePages, scenarios, fragments: standaloneFragments });
