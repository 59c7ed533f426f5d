import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { catalogueResponseSchema } from '../../../wire/catalogue';
import { CURRENCY } from '../../../wire/orders';
import { amountOf, readCatalogue } from '../../catalogue/read';
import type { Context } from '../../context';

/** A changed price is on the pages within seconds; a visitor with an older page gets it before they pay. */
const CACHE = 'public, max-age=5';

/** What the courses cost now, for pages, for the gate, and for whoever embeds them. */
export async function catalogueRoute(plain: FastifyInstance, { database }: Context): Promise<void> {
  const app = plain.withTypeProvider<ZodTypeProvider>();
  app.get(
    '/catalogue',
    {
      schema: {
        tags: ['orders'],
        summary: "The owner's catalogue: what each course costs now, and whether it can be paid for",
        response: { 200: catalogueResponseSchema },
      },
    },
    async (_request, reply) => {
      const data = (await readCatalogue(database.db)).map((course) => ({
        variant: course.variant,
        label: course.label,
        price_in_rupees: course.priceInRupees,
        amount: amountOf(course),
        plus_tax: course.plusTax,
        status: course.status,
      }));
      reply.header('cache-control', CACHE);
      return { success: true as const, currency: CURRENCY as typeof CURRENCY, data };
    },
  );
}
