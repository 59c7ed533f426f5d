import type { Example } from '../../samples/example';
import { quietShell, sampleConfig } from '../../samples/site';
import { EnquiryForm } from './EnquiryForm';

const of = (form: 'home' | 'modal' | 'contact' | 'studio'): Example => ({
  name: form,
  render: () => (
    <div data-ground="sheet">
      <EnquiryForm form={form} config={sampleConfig} shell={quietShell} />
    </div>
  ),
});

export const examples: Example[] = [of('home'), of('modal'), of('contact'), of('studio')];
