import { adminSignOnRoutes } from '@sidetone/contract/http/sign-in/single-sign-on-routes.ts';
import { Unlink } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { nameOf } from '../directory.ts';
import { AskedItem } from './AskedItem.tsx';
import type { ItemProps } from './item-props.ts';

/** Forgets who a user is at the provider of the company, such as after they were created again there. */
export function SignOnItem({ user, ask, act }: ItemProps) {
  const { t } = useWords();
  const name = nameOf(user);
  return (
    <AskedItem
      icon={Unlink}
      label={t(($) => $.admin.sso.link.menu)}
      words={{
        title: t(($) => $.admin.sso.link.title, { name }),
        text: t(($) => $.admin.sso.link.text),
        action: t(($) => $.admin.sso.link.action),
        done: t(($) => $.admin.sso.link.done, { name }),
      }}
      work={() => call(adminSignOnRoutes.unlinkSignOn, { params: { userId: user.id } })}
      ask={ask}
      act={act}
    />
  );
}
