import { badgeText } from '@sidetone/contract/rules/badge-text.ts';
import { useEffect } from 'react';
import { usePreferences } from '#platform/preferences.ts';

/**
 * Name of the page and of the application in the document's title, with the number of waiting calls unless the user
 * does not want it.
 */
export function useTitle(name: string, count = 0): void {
  const { showsUnresolvedCount } = usePreferences();
  const badge = showsUnresolvedCount ? badgeText(count) : null;
  useEffect(() => {
    document.title = [badge === null ? '' : `(${badge}) `, name === '' ? '' : `${name} · `, 'Sidetone'].join('');
  }, [name, badge]);
}
