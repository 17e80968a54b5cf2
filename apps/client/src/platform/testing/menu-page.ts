import { showBrowserMenu } from '../bridge/browser-menu.ts';

/** What a story asks of a page that shows a menu of the bridge. */
export interface MenuPage {
  /** Shows it; afterwards the chosen line is in `data-chosen` of the page. */
  show(at: { x: number; y: number }): void;
}

const page: MenuPage = {
  show(at) {
    const items = [
      { id: 'call', label: 'Call' },
      { id: 'text', label: 'Send a text', disabled: true },
      { id: null, label: '' },
      { id: 'copy', label: 'Copy the number' },
    ];
    delete document.documentElement.dataset['chosen'];
    void showBrowserMenu(items, at).then((chosen) => {
      document.documentElement.dataset['chosen'] = chosen ?? 'nothing';
    });
  },
};
Object.assign(globalThis, { menuPage: page });
