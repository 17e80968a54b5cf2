import { adminSignOnRoutes } from '@sidetone/contract/http/single-sign-on-routes.ts';
import { Unlink } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { MenuItem } from '#ui/Menu.tsx';
import { nameOf } from '../directory.ts';
import type { ItemProps } from './item-props.ts';

/** Forgets who a user is at the provider of the company, such as after they were made again there. */
export function SignOnItem({ user, ask, act }: ItemProps) {
  const { t } = useWords();
  const name = nameOf(user);
  const unlink = () =>
    act(() => call(adminSignOnRoutes.unlinkSignOn, { params: { userId: user.id } }), {
      title: t(($) => $.admin.sso.link.done, { name }),
    });
  return (
    <MenuItem
      icon={Unlink}
      onSelect={() =>
        ask({
          title: t(($) => $.admin.sso.link.title, { name }),
          text: t(($) => $.admin.sso.link.text),
          action: t(($) => $.admin.sso.link.action),
          run: unlink,
        })
      }
    >
      {t(($) => $.admin.sso.link.menu)}
    </MenuItem>
  );
}
