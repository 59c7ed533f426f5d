import { RefusedError } from '../../errors';
import type { Config } from '../../settings/config';

/** @throws RefusedError 400 with the reason, when the call is not for this site's service */
export const formOf = (fields: Record<string, string>, emailjs: Config['emailjs']): 'home' | 'modal' | 'contact' => {
  if (!fields.user_id) throw new RefusedError(400, 'The Public Key is required.');
  if (fields.user_id !== emailjs.publicKey)
    throw new RefusedError(400, 'The Public Key is invalid. Set EMAILJS_PUBLIC_KEY to the key of this service.');
  if (!fields.service_id) throw new RefusedError(400, 'The service ID is required.');
  if (fields.service_id !== emailjs.serviceId)
    throw new RefusedError(400, 'The service ID is not found. Set EMAILJS_SERVICE_ID to the id of this service.');
  if (!fields.template_id) throw new RefusedError(400, 'The template ID is required.');
  const form = (['home', 'modal', 'contact'] as const).find((name) => emailjs.templates[name] === fields.template_id);
  if (!form)
    throw new RefusedError(
      400,
      'The template ID is not found. Set EMAILJS_TEMPLATE_HOME, _MODAL and _CONTACT to the templates of this service.',
    );
  return form;
};
