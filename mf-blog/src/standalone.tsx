import { startStandalone } from '@wholepage/tooling/standalone';
import { hostilePages, scenarios, standaloneFragments, standalonePages } from './scenarios';
import 'shared-ui/styles/index.css';

startStandalone({ name: 'mf-blog', pages: standalonePages, hostilePages, scenarios, fragments: standaloneFragments });
