import { useRemote } from '@wholepage/remote-kit';
import { type ComponentType, useEffect, useState } from 'react';
import { ThreadProgress } from 'shared-ui/ThreadProgress';
import type { SiteEnvironment } from 'site/remote';
import type { EnrolmentDialogProps } from './EnrolmentDialog/EnrolmentDialog';
import { checkoutUnavailable } from './errors';

const loadDialog = () =>
  import(/* webpackChunkName: "enrolment" */ './EnrolmentDialog/EnrolmentDialog').then(
    (module) => module.EnrolmentDialog,
  );

/** The enrolment dialog. Its chunk loads once the page is hydrated; a visitor who enrols before it is here requests it again. */
export function Enrolment(props: EnrolmentDialogProps) {
  const { shell } = useRemote<SiteEnvironment>();
  const { offer, onClose } = props;
  const [Dialog, setDialog] = useState<ComponentType<EnrolmentDialogProps>>();
  const wanted = offer !== undefined;

  useEffect(() => {
    if (Dialog) return;
    let left = false;
    loadDialog().then(
      (loaded) => !left && setDialog(() => loaded),
      () => {
        if (left || !wanted) return;
        onClose();
        void shell.alert(checkoutUnavailable().message);
      },
    );
    return () => {
      left = true;
    };
  }, [Dialog, wanted, onClose, shell]);

  return Dialog ? <Dialog {...props} /> : wanted && <ThreadProgress busy />;
}
