import { startStandalone } from '@wholepage/tooling/stage';
import { scenarios, standalonePages } from './scenarios';
import 'shared-ui/styles/index.css';

startStandalone({ name: 'mf-marketing', pages: standalonePages, scenarios });
