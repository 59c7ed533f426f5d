import { startStandalone } from '@wholepage/tooling/standalone';
import { enquiryScenarios } from 'site/enquiry-scenarios';
import { routes } from './routes';
import 'shared-ui/styles/index.css';

startStandalone({ name: 'mf-marketing', pages: routes.map(({ path }) => path), scenarios: enquiryScenarios });
