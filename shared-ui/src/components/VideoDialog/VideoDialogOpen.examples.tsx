import type { Example } from '../../samples/example';
import { VideoDialog } from './VideoDialog';

const reel = { src: '/pictures/reels/reel-1.mp4', poster: '/pictures/reels/reel-1.jpg', title: 'A fitting' };
const stay = () => undefined;

export const examples: Example[] = [{ name: 'open', render: () => <VideoDialog video={reel} onClose={stay} /> }];
