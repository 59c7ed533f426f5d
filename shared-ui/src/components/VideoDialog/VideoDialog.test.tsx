import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { VideoDialog } from './VideoDialog';

const reel = { src: '/reel-1.mp4', title: 'A fitting', text: 'A jacket is pinned on a dress form.' };

describe('VideoDialog', () => {
  it('asks for no video before one is chosen', () => {
    const { container } = render(<VideoDialog video={undefined} onClose={jest.fn()} />);
    expect(container.querySelector('video')).toBeNull();
  });

  it('plays the chosen video in a frame 500 high, and closes', async () => {
    const onClose = jest.fn();
    render(<VideoDialog video={reel} onClose={onClose} />);
    expect(screen.getByRole('dialog', { name: 'A fitting' })).toBeInTheDocument();
    const video = screen.getByLabelText<HTMLVideoElement>('A fitting', { selector: 'video' });
    expect(video.muted).toBe(true);
    expect(video).toHaveAttribute('height', '500');
    expect(video).toHaveAttribute('autoplay');
    expect(screen.getByText('A jacket is pinned on a dress form.')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});
