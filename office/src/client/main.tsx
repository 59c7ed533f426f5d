import { Refine } from '@refinedev/core';
import { startClient } from '@wholepage/staff-kit/browser/staff';
import { dropOldDrafts } from './data/drafts';
import { liveProvider } from './data/news';
import { dataProvider, routerProvider } from './data/provider';
import { Office } from './Office';
import './styles/office.css';

const OPTIONS = {
  disableTelemetry: true,
  disableRouteChangeHandler: true,
  syncWithLocation: true,
  liveMode: 'auto',
} as const;

dropOldDrafts();

startClient('office', (queries) => (
  <Refine
    {...{ dataProvider, routerProvider, liveProvider }}
    options={{ ...OPTIONS, reactQuery: { clientConfig: queries } }}
  >
    <Office />
  </Refine>
));
