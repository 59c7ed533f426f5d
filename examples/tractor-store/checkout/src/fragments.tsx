import { createFragments } from '@wholepage/remote-kit/fragments';
import { fragments as declared } from './fragments/declared';

export { events } from './events';
export const fragments = createFragments({ name: 'checkout', fragments: declared });
