import { Refine } from '@refinedev/core';
import routerProvider from '@refinedev/react-router';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { notificationProvider } from './components/Toasts';
import { ApiError } from './data/api';
import { dropOldDrafts } from './data/drafts';
import { liveProvider } from './data/news';
import { dataProvider } from './data/provider';
import { Office } from './Office';
import './styles/office.css';

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // What the server refused stays refused; what was not heard is asked again.
      retry: (count, error) =>
        count < 2 && !(error instanceof ApiError && error.statusCode > 0 && error.statusCode < 500),
    },
  },
});

const OPTIONS = {
  disableTelemetry: true,
  disableRouteChangeHandler: true,
  syncWithLocation: true,
  liveMode: 'auto',
  reactQuery: { clientConfig: queryClient },
} as const;

dropOldDrafts();

const place = document.getElementById('office');
if (place) {
  createRoot(place).render(
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <Refine {...{ dataProvider, routerProvider, liveProvider, notificationProvider }} options={OPTIONS}>
          <Office />
        </Refine>
      </BrowserRouter>
    </QueryClientProvider>,
  );
}
