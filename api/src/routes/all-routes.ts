import { blogRoutes } from './blog';
import { catalogueRoute } from './catalogue';
import { coverRoutes } from './covers';
import { enrolmentRoutes } from './enrolments';
import { formRoutes } from './forms';
import { healthRoutes } from './health';
import { inspirationRoute } from './inspirations';
import { orderRoutes } from './orders';
import { paymentStateRoute } from './payment-state';
import { sendFormRoute } from './send-form';
import { webhookRoute } from './webhooks';

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
