import { Route, Routes, useLocation } from 'react-router-dom';
import { RemotePages, type RemotePagesProps } from './RemotePages';

/** Follows react-router, so that pages may use its links, search parameters and blockers. */
export function RoutedPages(props: Omit<RemotePagesProps, 'address'>) {
  const { pathname, search } = useLocation();
  return (
    <Routes>
      <Route path="*" element={<RemotePages {...props} address={pathname + search} />} />
    </Routes>
  );
}
