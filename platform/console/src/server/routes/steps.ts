import { signedIn } from '@wholepage/sign-in/sessions';
import { writeAudit } from '@wholepage/sign-in/tables';
import type { FastifyInstance } from 'fastify';
import { stepSchema } from '../../steps';
import type { ConsoleContext } from '../context';
import { checkStepRights } from '../steps/check-rights';
import { takeAskedStep } from '../steps/take-step';
import { stepSummary } from '../views/app-details';

/** Steps of the registry. What was tried and refused is in the audit, too. */
export function stepRoutes(app: FastifyInstance, context: ConsoleContext): void {
  const config = { access: { right: 'viewer' } } as const;
  app.post('/api/steps', { config, bodyLimit: 16_384 }, async (request) => {
    const session = signedIn(request);
    const step = stepSchema.parse(request.body);
    const { action, app: subject, ...detail } = step;
    const entry = { actor: session.person.name, subject, address: request.ip };
    try {
      checkStepRights(session, step);
      const taken = await takeAskedStep(context, step, session.person.name);
      const { generation, version } = taken;
      await writeAudit(context.pool, { ...entry, action, detail: { ...detail, version, generation } });
      return stepSummary(taken);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      await writeAudit(context.pool, { ...entry, action: `${action} refused`, detail: { ...detail, reason } });
      throw error;
    }
  });
}
