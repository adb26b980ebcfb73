// A view of the page; where drawing it fails, a sentence in its place instead of an empty page.
import { Component, type ReactNode } from "react";

/** React takes only a class for this. A new `key` draws the view afresh. */
export class PageFault extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <p className="problem" role="alert">
        This part of the page could not be drawn. Nothing in the shop was changed by that; reload the page.
      </p>
    );
  }
}
