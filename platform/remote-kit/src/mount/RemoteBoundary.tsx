import { Component, type ReactNode } from 'react';

interface RemoteBoundaryProps {
  /** Called with what a page threw. */
  onFail(error: unknown): void;
  children: ReactNode;
}

/** Keeps a fault of one page inside its slot, which the shell then takes back. */
export class RemoteBoundary extends Component<RemoteBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onFail(error);
  }

  override render() {
    return this.state.failed ? null : this.props.children;
  }
}
