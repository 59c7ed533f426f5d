import { Component, type ReactNode } from 'react';

interface RemoteBoundaryProps {
  /** The remote's name, for the log. */
  name: string;
  children: ReactNode;
}

/** Keeps a fault of one page inside its slot, and says what the visitor can do. */
export class RemoteBoundary extends Component<RemoteBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    console.error(`${this.props.name} could not render this page.`, error);
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <div data-remote-failed="">
        <h1 tabIndex={-1}>This page could not be shown</h1>
        <p>Something went wrong on our side. Nothing you typed elsewhere is lost.</p>
        <button type="button" onClick={() => window.location.reload()}>
          Try again
        </button>
      </div>
    );
  }
}
