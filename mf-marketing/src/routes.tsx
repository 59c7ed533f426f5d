import type { RemoteRoute } from '@wholepage/remote-kit';

/** The paths of this remote, each with the chunk of its page. */
export const routes = [
  { path: '/', name: 'home', load: () => import(/* webpackChunkName: "page-home" */ './pages/home/page') },
  { path: '/about-us', name: 'about', load: () => import(/* webpackChunkName: "page-about" */ './pages/about/page') },
  {
    path: '/design-studio',
    name: 'studio',
    load: () => import(/* webpackChunkName: "page-studio" */ './pages/studio/page'),
  },
  {
    path: '/project',
    name: 'projects',
    load: () => import(/* webpackChunkName: "page-projects" */ './pages/projects/page'),
  },
  {
    path: '/ambience-and-harmony',
    name: 'furnishings',
    load: () => import(/* webpackChunkName: "page-furnishings" */ './pages/furnishings/page'),
  },
  {
    path: '/contact',
    name: 'contact',
    load: () => import(/* webpackChunkName: "page-contact" */ './pages/contact/page'),
  },
  {
    path: '/thank-you',
    name: 'thank-you',
    sitemap: [],
    load: () => import(/* webpackChunkName: "page-thank-you" */ './pages/thank-you/page'),
  },
] satisfies RemoteRoute[];
