import { failurePanel } from '@wholepage/shell-kit/remotes/failure-panel';
import { Component, type ReactNode } from 'react';

const retry = (): void => window.location.reload();

/** A page that throws leaves the frame standing, as on the site, and says so in its place. */
export class PageBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return <div ref={(element) => element?.replaceChildren(failurePanel(retry))} />;
  }
}
