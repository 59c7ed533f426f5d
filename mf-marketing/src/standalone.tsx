import { startStandalone } from '@wholepage/tooling/standalone';
import { scenarios, standalonePages } from './scenarios';
import 'shared-ui/styles/index.css';

startStandalone({ name: 'mf-marketing', pages: standalonePages, scenarios });
