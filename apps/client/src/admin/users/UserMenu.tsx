import type { AdminUser, MadeLink } from '@sidetone/contract/entities/admin-user.ts';
import { adminUserRoutes } from '@sidetone/contract/http/admin/user-routes.ts';
import { adminPictureRoutes } from '@sidetone/contract/http/picture-routes.ts';
import {
  ImageOff,
  KeyRound,
  LogOut,
  type LucideIcon,
  Mail,
  ShieldOff,
  Trash2,
  UserRoundCheck,
  UserRoundX,
} from 'lucide-react';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { useMe } from '#live/queries/me.ts';
import { MenuItem, MenuSeparator } from '#ui/Menu.tsx';
import { toast } from '#ui/toasts.ts';
import { ConfirmDialog, type Question } from '../ConfirmDialog.tsx';
import { nameOf } from '../directory.ts';
import { RowMenu } from '../RowMenu.tsx';
import { useRun } from '../run.ts';
import { AskedItem } from './AskedItem.tsx';
import type { ItemProps } from './item-props.ts';
import { LinkDialog } from './LinkDialog.tsx';
import { needsHandover } from './made-link.ts';
import { SignOnItem } from './SignOnItem.tsx';

/** What those who administer users do with one. */
export function UserMenu({ user }: { user: AdminUser }) {
  const { t } = useWords();
  const me = useMe();
  const { run } = useRun();
  const [question, setQuestion] = useState<Question | null>(null);
  const [link, setLink] = useState<{ made: MadeLink; title: string } | null>(null);
  const name = nameOf(user);
  const params = { userId: user.id };
  const isSelf = me?.webUserId === user.id;

  const showLink = async (title: string, make: () => Promise<MadeLink>) => {
    const made = await run(make, null);
    if (!made) return;
    if (needsHandover(made)) setLink({ made, title });
    else toast({ tone: 'ok', title: t(($) => $.admin.users.mailSent, { email: user.email }) });
  };
  const linkItem = (icon: LucideIcon, title: string, make: () => Promise<MadeLink>) => (
    <MenuItem icon={icon} onSelect={() => void showLink(title, make)}>
      {title}
    </MenuItem>
  );
  const act = async (...what: Parameters<typeof run>) => {
    await run(...what);
  };
  const reactivate = () =>
    act(() => call(adminUserRoutes.reactivateUser, { params }), {
      title: t(($) => $.admin.users.reactivated, { name }),
    });
  const deactivate = () =>
    act(() => call(adminUserRoutes.deactivateUser, { params }), {
      title: t(($) => $.admin.users.deactivatedNow, { name }),
      action: { label: t(($) => $.app.undo), run: () => void reactivate() },
    });

  return (
    <>
      <RowMenu name={name}>
        {user.state === 'invited'
          ? linkItem(
              Mail,
              t(($) => $.admin.users.inviteAgain),
              () => call(adminUserRoutes.resendInvitation, { params }),
            )
          : null}
        {user.state === 'active'
          ? linkItem(
              KeyRound,
              t(($) => $.admin.users.resetLink),
              () => call(adminUserRoutes.makeResetLink, { params }),
            )
          : null}
        {user.state === 'active' ? (
          <MenuItem
            icon={LogOut}
            onSelect={() =>
              setQuestion({
                title: t(($) => $.admin.users.signOut.title, { name }),
                text: t(($) => $.admin.users.signOut.text),
                action: t(($) => $.admin.users.signOut.action),
                run: () =>
                  act(() => call(adminUserRoutes.signOutUser, { params }), {
                    title: t(($) => $.admin.users.signOut.done, { name }),
                  }),
              })
            }
          >
            {t(($) => $.admin.users.signOut.menu)}
          </MenuItem>
        ) : null}
        {isSelf ? null : <SecondFactorItem user={user} ask={setQuestion} act={act} />}
        {me?.admin && user.singleSignOn ? <SignOnItem user={user} ask={setQuestion} act={act} /> : null}
        {user.avatarUrl === null ? null : <PictureItem user={user} ask={setQuestion} act={act} />}
        {isSelf ? null : <MenuSeparator />}
        {user.state === 'active' && !isSelf ? (
          <MenuItem
            icon={UserRoundX}
            onSelect={() =>
              setQuestion({
                title: t(($) => $.admin.users.deactivate.title, { name }),
                text: t(($) => $.admin.users.deactivate.text),
                action: t(($) => $.admin.users.deactivate.action),
                run: deactivate,
              })
            }
          >
            {t(($) => $.admin.users.deactivate.action)}
          </MenuItem>
        ) : null}
        {user.state === 'deactivated' ? (
          <MenuItem icon={UserRoundCheck} onSelect={() => void reactivate()}>
            {t(($) => $.admin.users.reactivate)}
          </MenuItem>
        ) : null}
        {user.state !== 'active' && !isSelf ? (
          <MenuItem
            icon={Trash2}
            onSelect={() =>
              setQuestion({
                title: t(($) => $.admin.users.delete.title, { name }),
                text: t(($) => (user.state === 'invited' ? $.admin.users.delete.invited : $.admin.users.delete.text)),
                action: t(($) => $.admin.users.delete.action),
                run: () =>
                  act(
                    () =>
                      call(adminUserRoutes[user.state === 'invited' ? 'withdrawInvitation' : 'removeUser'], { params }),
                    { title: t(($) => $.admin.users.delete.done, { name }) },
                  ),
              })
            }
          >
            {t(($) => $.admin.users.delete.action)}
          </MenuItem>
        ) : null}
      </RowMenu>
      <ConfirmDialog question={question} onClose={() => setQuestion(null)} />
      {link ? <LinkDialog title={link.title} name={name} made={link.made} onClose={() => setLink(null)} /> : null}
    </>
  );
}

/** Removes a picture that does not belong there; its user can set another one. */
function PictureItem({ user, ask, act }: ItemProps) {
  const { t } = useWords();
  const name = nameOf(user);
  return (
    <AskedItem
      icon={ImageOff}
      label={t(($) => $.admin.users.picture.action)}
      words={{
        title: t(($) => $.admin.users.picture.title, { name }),
        text: t(($) => $.admin.users.picture.text),
        action: t(($) => $.admin.users.picture.action),
        done: t(($) => $.admin.users.picture.done, { name }),
      }}
      work={() => call(adminPictureRoutes.removeUserPicture, { params: { userId: user.id } })}
      ask={ask}
      act={act}
    />
  );
}

/** Removes the second step of a user who lost it; nobody does it for themselves. */
function SecondFactorItem({ user, ask, act }: ItemProps) {
  const { t } = useWords();
  const name = nameOf(user);
  const { authenticator, passkeys } = user.secondFactor;
  if (!authenticator && passkeys === 0) return null;
  return (
    <AskedItem
      icon={ShieldOff}
      label={t(($) => $.admin.signIn.reset.menu)}
      words={{
        title: t(($) => $.admin.signIn.reset.title, { name }),
        text: t(($) => $.admin.signIn.reset.text),
        action: t(($) => $.admin.signIn.reset.action),
        done: t(($) => $.admin.signIn.reset.done, { name }),
      }}
      work={() => call(adminUserRoutes.resetSecondFactor, { params: { userId: user.id } })}
      ask={ask}
      act={act}
    />
  );
}
