import { blogRoutes } from './blog/blog';
import { catalogueRoute } from './payments/catalogue';
import { coverRoutes } from './blog/covers';
import { enrolmentRoutes } from './payments/enrolments';
import { formRoutes } from './forms/forms';
import { healthRoutes } from './health';
import { inspirationRoute } from './inspirations';
import { orderRoutes } from './payments/orders';
import { paymentStateRoute } from './payments/payment-state';
import { sendFormRoute } from './forms/send-form';
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
