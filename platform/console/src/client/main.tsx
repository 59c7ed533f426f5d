import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { Console } from './Console';
import { ApiError } from './data/queries';
import './console.css';

const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // What the server refused stays refused; what was not heard is asked again.
      retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status > 0 && error.status < 500),
    },
  },
});

const place = document.getElementById('console');
if (place) {
  createRoot(place).render(
    <QueryClientProvider client={client}>
      <BrowserRouter>
        <Console />
      </BrowserRouter>
    </QueryClientProvider>,
  );
}
