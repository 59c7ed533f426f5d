import type { RemoteRoute } from '@wholepage/remote-kit';

/** The paths of this remote, each with the chunk of its page. Pages that take payments are documents of their own. */
export const routes = [
  {
    path: '/courses',
    name: 'courses',
    document: true,
    load: () => import(/* webpackChunkName: "page-courses" */ './pages/courses/page'),
  },
  {
    path: '/courses/:id',
    name: 'course',
    document: true,
    sitemap: ['/courses/1', '/courses/2', '/courses/3'],
    load: () => import(/* webpackChunkName: "page-course" */ './pages/course/page'),
  },
  {
    path: '/one-on-one-transformation',
    name: 'one-on-one',
    document: true,
    load: () => import(/* webpackChunkName: "page-one-on-one" */ './pages/one-on-one/page'),
  },
  {
    path: '/success',
    name: 'success',
    query: ['payment_id'],
    sitemap: [],
    load: () => import(/* webpackChunkName: "page-success" */ './pages/success/page'),
  },
] satisfies RemoteRoute[];
