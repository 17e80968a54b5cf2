import { useEffect } from 'react';

/** Name of the page and of the application in the document's title, with what waits there. */
export function useTitle(name: string, count = 0): void {
  useEffect(() => {
    document.title = [count > 0 ? `(${count}) ` : '', name === '' ? '' : `${name} · `, 'Sidetone'].join('');
  }, [name, count]);
}
