import { useState } from 'react';
import type { Example } from '../../samples/example';
import { Button } from '../Button/Button';
import { VideoDialog, type VideoDialogProps } from './VideoDialog';

const reel = { src: '/pictures/reels/reel-1.mp4', poster: '/pictures/reels/reel-1.jpg', title: 'A fitting' };

function Demo() {
  const [video, setVideo] = useState<VideoDialogProps['video']>();
  return (
    <>
      <Button onClick={() => setVideo(reel)}>Play A fitting</Button>
      <VideoDialog video={video} onClose={() => setVideo(undefined)} />
    </>
  );
}

export const examples: Example[] = [{ name: 'default', render: () => <Demo /> }];
