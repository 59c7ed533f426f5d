import { startStandalone } from '@wholepage/tooling/stage';
import { scenarios, standaloneFragments, standalonePages } from './scenarios';
import 'shared-ui/styles/index.css';

startStandalone({ name: 'mf-blog', pages: standalonePages, scenarios, fragments: standaloneFragments });
