import { createFragments } from '@wholepage/remote-kit/fragments';
import { fragments as declared } from './fragments/declared';

export const fragments = createFragments({ name: 'home', fragments: declared });
