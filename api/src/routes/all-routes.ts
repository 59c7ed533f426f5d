import { blogRoutes } from './blog/blog';
import { coverRoutes } from './blog/covers';
import { formRoutes } from './forms/forms';
import { sendFormRoute } from './forms/send-form';
import { healthRoutes } from './health';
import { inspirationRoute } from './inspirations';
import { catalogueRoute, enrolmentRoutes, orderRoutes, paymentStateRoute } from './payments/orders';
import { webhookRoute } from './payments/webhooks';

/** Everything that answers a URL. */
export const ALL_ROUTES = [
  healthRoutes,
  formRoutes,
  inspirationRoute,
  sendFormRoute,
  blogRoutes,
  coverRoutes,
  catalogueRoute,
  enrolmentRoutes,
  orderRoutes,
  paymentStateRoute,
  webhookRoute,
];
