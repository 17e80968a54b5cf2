import { Component, type ReactNode } from 'react';

interface UnharmedProps {
  /** What it is shown for: where that changes, it is tried again. */
  of: unknown;
  onFailed?: () => void;
  children: ReactNode;
}

/** Keeps what is around a part from failing with it: a part that fails is not drawn, and says so in the console. */
export class Unharmed extends Component<UnharmedProps, { shownFor: unknown; hasFailed: boolean }> {
  override state = { shownFor: undefined as unknown, hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps(props: UnharmedProps, state: { shownFor: unknown; hasFailed: boolean }) {
    if (props.of === state.shownFor) return null;
    return { shownFor: props.of, hasFailed: false };
  }

  override componentDidCatch(cause: unknown): void {
    console.error('[ui] a part was not drawn', cause);
    this.props.onFailed?.();
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }
}
