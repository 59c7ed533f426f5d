import * as z from 'zod';
import { formPostSchemas } from './form-posts';

type MailedForm = 'home' | 'modal' | 'contact';

/**
 * A form as `@emailjs/browser` sends it: its own fields beside those of the form, which the template names. Templates that
 * are set alike are one.
 */
export const sendFormSchema = (templates: Readonly<Record<MailedForm, string>>) => {
  const forms = (['home', 'modal', 'contact'] as const).map((form) =>
    formPostSchemas[form].extend({
      user_id: z.string().describe('The public key'),
      service_id: z.string(),
      template_id: z.literal(templates[form]).describe('Says which form this is'),
      lib_version: z.string().optional(),
    }),
  );
  const [first, ...others] = forms.filter(
    ({ shape }, index) => forms.findIndex((form) => form.shape.template_id.value === shape.template_id.value) === index,
  );
  if (!first) throw new Error('No form is mailed.');
  return z.discriminatedUnion('template_id', [first, ...others]);
};
