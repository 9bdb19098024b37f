import type { Texts } from './texts.ts'

export const en: Texts = {
  APPOINTMENT_CREATED: {
    subject: 'Your appointment with {withName}',
    text: 'Hello {recipientName},\n\nAn appointment with {withName} is recorded for {startTime}. It is not confirmed yet.[\n\nTo join the video consultation:\n{joinLink}]',
    sms: 'Appointment with {withName} on {startTime}. It is not confirmed yet.[ Video: {joinLink}]',
  },
  APPOINTMENT_CONFIRMED: {
    subject: 'Your appointment with {withName} is confirmed',
    text: 'Hello {recipientName},\n\nYour appointment with {withName} is confirmed for {startTime}.[\n\nTo join the video consultation:\n{joinLink}]\n\nSee you soon!',
    sms: 'Your appointment with {withName} on {startTime} is confirmed.[ Video: {joinLink}]',
  },
  APPOINTMENT_MOVED: {
    subject: 'Your appointment with {withName} has moved',
    text: 'Hello {recipientName},\n\nYour appointment with {withName} has moved to {startTime}.\n\nIt was planned for {previousTime}.[\n\nTo join the video consultation:\n{joinLink}]',
    sms: 'Your appointment with {withName} has moved to {startTime} (was {previousTime}).[ Video: {joinLink}]',
  },
  APPOINTMENT_EXTENDED: {
    subject: 'Your appointment with {withName} is longer',
    text: 'Hello {recipientName},\n\nYour appointment with {withName} of {startTime} now ends {endTime}.[\n\nTo join the video consultation:\n{joinLink}]',
    sms: 'Your appointment with {withName} of {startTime} now ends {endTime}.[ Video: {joinLink}]',
  },
  APPOINTMENT_CANCELLED: {
    subject: 'Your appointment with {withName} is cancelled',
    text: 'Hello {recipientName},\n\nThe appointment with {withName} on {startTime} is cancelled.\n\nAnother one can be booked at any time.',
    sms: 'The appointment with {withName} on {startTime} is cancelled.',
  },
  APPOINTMENT_SERIES_CREATED: {
    subject: 'Your appointments with {withName}',
    text: 'Hello {recipientName},\n\n{count} appointments with {withName} are recorded. The first one is on {startTime}, the last one on {lastTime}.\n\nBefore each of them you get a reminder.',
    sms: '{count} appointments with {withName}: from {startTime} to {lastTime}.',
  },
  APPOINTMENT_SERIES_MOVED: {
    subject: 'Your appointments with {withName} have moved',
    text: 'Hello {recipientName},\n\n{count} of your appointments with {withName} have moved. The next one is on {startTime}, the last one on {lastTime}.\n\nBefore each of them you get a reminder.',
    sms: '{count} appointments with {withName} have moved. Next: {startTime}, last: {lastTime}.',
  },
  APPOINTMENT_SERIES_CANCELLED: {
    subject: 'Your appointments with {withName} are cancelled',
    text: 'Hello {recipientName},\n\n{count} appointments with {withName} are cancelled: from {startTime} to {lastTime}.\n\nOthers can be booked at any time.',
    sms: '{count} appointments with {withName} are cancelled: from {startTime} to {lastTime}.',
  },
  WAITLIST_OFFERED: {
    subject: 'A time with {withName} is free',
    text: 'Hello {recipientName},\n\nA visit with {withName} has become free: {startTime}.[\n\nIt is held for you until {validUntil}. Afterwards it is offered to the next patient.]\n\nTo accept or decline it:\n{link}',
    sms: 'Free: {withName}, {startTime}. Accept or decline: {link}',
  },
  APPOINTMENT_REMINDER_D1: {
    subject: 'Reminder: your appointment with {withName}',
    text: 'Hello {recipientName},\n\nThis is a reminder of your appointment with {withName} on {startTime}.[\n\nOn the same day you also have appointments at {furtherVisits}.]\n\nSomething came up? Please move or cancel as soon as you can: another patient may be waiting for this place.[\n\nTo join the video consultation:\n{joinLink}]',
    sms: 'Reminder: appointment with {withName} on {startTime}.[ Also at {furtherVisits}.][ Video: {joinLink}]',
  },
  APPOINTMENT_REMINDER_H2: {
    subject: 'Soon: your appointment with {withName}',
    text: 'Hello {recipientName},\n\nYour appointment with {withName} is coming up: {startTime}.[\n\nOn the same day you also have appointments at {furtherVisits}.][\n\nTo join the video consultation:\n{joinLink}]\n\nSee you soon!',
    sms: 'Your appointment with {withName} is coming up: {startTime}.[ Also at {furtherVisits}.][ Video: {joinLink}]',
  },
  PRESCRIPTION_ISSUED: {
    subject: 'A prescription from {doctorName}',
    text: 'Hello {recipientName},\n\n{doctorName} has issued you a prescription. You will find it in your patient space.',
    sms: '{doctorName} has issued you a prescription. You will find it in your patient space.',
  },
  ORDER_CREATED: {
    subject: 'New order from {patientName}',
    text: 'Hello {recipientName},\n\nAn order from {patientName} has just come in and is waiting to be prepared.',
    sms: 'An order from {patientName} has just come in and is waiting to be prepared.',
  },
  ORDER_PREPARING: {
    subject: 'Your order is being prepared',
    text: 'Hello {recipientName},\n\n{pharmacyName} is preparing your order. We will write to you when it is ready.',
    sms: '{pharmacyName} is preparing your order. We will write to you when it is ready.',
  },
  ORDER_READY: {
    subject: 'Your order is ready',
    text: 'Hello {recipientName},\n\n{pharmacyName} has finished preparing your order: it is ready.',
    sms: '{pharmacyName} has finished preparing your order: it is ready.',
  },
  ORDER_DELIVERED: {
    subject: 'Your order has been handed over',
    text: 'Hello {recipientName},\n\n{pharmacyName} has handed your order over to you.\n\nIf you did not receive it, please tell the pharmacy.',
    sms: '{pharmacyName} has handed your order over to you. If you did not receive it, please tell the pharmacy.',
  },
  ORDER_CANCELLED: {
    subject: 'Your order has been cancelled',
    text: 'Hello {recipientName},\n\nYour order at {pharmacyName} has been cancelled.',
    sms: 'Your order at {pharmacyName} has been cancelled.',
  },
  ORDER_WITHDRAWN: {
    subject: 'Order of {patientName} cancelled',
    text: 'Hello {recipientName},\n\nThe order of {patientName} has been cancelled. Do not prepare it or hand it over.',
    sms: 'The order of {patientName} has been cancelled. Do not prepare it or hand it over.',
  },
  PHARMACY_CHOSEN: {
    subject: 'Your prescription was sent to {pharmacyName}',
    text: 'Hello {recipientName},\n\nOur organisation ordered the medicines of your prescription at {pharmacyName}, which can read it.\n\nIf this surprises you, choose another pharmacy, cancel the order or contact us.',
    sms: 'Your prescription was sent to {pharmacyName}. If this surprises you, contact us.',
  },
  LAB_ORDER_ADDRESSED: {
    subject: 'New lab order for {patientName}',
    text: 'Hello {recipientName},\n\nA lab order for {patientName} has just come in and is waiting for you.',
    sms: 'A lab order for {patientName} has just come in and is waiting for you.',
  },
  LABORATORY_CHOSEN: {
    subject: 'Lab order sent to {laboratoryName}',
    text: 'Hello {recipientName},\n\nA lab order of {patientName} was addressed to the laboratory {laboratoryName}, which can read it.\n\nIf this surprises you, choose another laboratory or contact us.',
    sms: 'A lab order of {patientName} was addressed to the laboratory {laboratoryName}. If this surprises you, contact us.',
  },
  LAB_RESULT_PUBLISHED: {
    subject: 'Your results are available',
    text: 'Hello {recipientName},\n\nResults are waiting in your patient space. {doctorName} can explain them to you.',
    sms: 'Results are waiting in your patient space. {doctorName} can explain them to you.',
  },
  LAB_CRITICAL_ALERT: {
    subject: 'Urgent: a result of {patientName}',
    text: 'Hello {recipientName},\n\nA result of {patientName} needs your attention at once.\n\nLab order {labOrderId}',
    sms: 'URGENT: a result of {patientName} needs your attention at once. Lab order {labOrderId}',
  },
  EMERGENCY_ACCESS: {
    subject: '{doctorName} opened your file in an emergency',
    text: 'Hello {recipientName},\n\n{doctorName} stated an emergency and may read your file until {validUntil}.\n\nYour patient space shows the reason. If you do not recognise it, contact us.',
    sms: '{doctorName} stated an emergency and may read your file until {validUntil}. The reason is in your patient space.',
  },
  EMERGENCY_ACCESS_REPORT: {
    subject: '{doctorName} opened a file in an emergency',
    text: 'Hello {recipientName},\n\n{doctorName} stated an emergency and may read the file of {patientName} until {validUntil}.\n\nPlease check the reason in the relationships of the patient.',
    sms: '{doctorName} stated an emergency and may read the file of {patientName} until {validUntil}. Please check the reason.',
  },
  ADMINISTRATIVE_ACCESS: {
    subject: '{administratorName} opened your file',
    text: 'Hello {recipientName},\n\n{administratorName}, who administers our organisation, stated a reason and may read your file until {validUntil}.\n\nYour patient space shows the reason. There you can also end the access.',
    sms: '{administratorName} stated a reason and may read your file until {validUntil}. The reason is in your patient space.',
  },
  ADMINISTRATIVE_ACCESS_REPORT: {
    subject: '{administratorName} opened a file',
    text: 'Hello {recipientName},\n\n{administratorName} stated a reason and may read the file of {patientName} until {validUntil}.\n\nPlease check the reason in the relationships of the patient.',
    sms: '{administratorName} stated a reason and may read the file of {patientName} until {validUntil}. Please check it.',
  },
  RELATIONSHIP_STATED: {
    subject: '{doctorName} can read your file',
    text: 'Hello {recipientName},\n\nAn administrator of our organisation stated that {doctorName} treats you and can therefore read your file.\n\nIf that is not true, end it in your patient space.',
    sms: 'An administrator stated that {doctorName} treats you and can read your file. You can end it in your patient space.',
  },
  RELATIONSHIP_STATED_REPORT: {
    subject: '{doctorName} can read a file',
    text: 'Hello {recipientName},\n\nAnother administrator stated that {doctorName} treats the patient {patientName} and can therefore read the file.\n\nPlease check it among the care relationships of the patient.',
    sms: 'Another administrator stated that {doctorName} treats the patient {patientName}. Please check it.',
  },
  VISIT_OPENS_FILE: {
    subject: 'Your appointment with {doctorName} opens your file',
    text: 'Hello {recipientName},\n\nOur organisation booked an appointment for you with {doctorName}, who can therefore read your file from {validFrom} to {validUntil}. If the appointment is cancelled, this ends.\n\nIf you do not want it, end the access in your patient space.',
    sms: '{doctorName} can read your file from {validFrom} to {validUntil}, for your appointment.',
  },
  ROOM_TOKEN_FETCHED: {
    subject: 'A room was opened in your name',
    text: 'Hello {recipientName},\n\nAn administrator of our organisation, or its software, obtained access in your name to the room of the consultation of {startTime}.\n\nIf you did not join the room through us, tell us.',
    sms: 'Access to the room of your consultation of {startTime} was obtained in your name. If you did not ask for it, tell us.',
  },
  GUEST_INVITED: {
    subject: '{guestName} was invited to your consultation',
    text: 'Hello {recipientName},\n\nA person was invited to the room of the consultation of {startTime}, under this name: {guestName}. They enter only if the professional admits them.\n\nIf you do not know them, tell the professional or contact us.',
    sms: '{guestName} was invited to your consultation of {startTime}. If this surprises you, contact us.',
  },
  CLIENT_CREATED: {
    subject: 'A program asks to act as you',
    text: 'Hello {recipientName},\n\nAn administrator of our organisation created the program “{clientName}”, which would act as you. It can do nothing until you allow it in your account.\n\nIf you do not expect it, end it there and contact us.',
    sms: 'The program {clientName} would act as you. It can do nothing until you allow it in your account.',
  },
  CLIENT_CREATED_REPORT: {
    subject: 'A program asks to act as {userName}',
    text: 'Hello {recipientName},\n\nAnother administrator created the program “{clientName}”, which would act as {userName}. It can do nothing until {userName} allows it.',
    sms: 'Another administrator created the program {clientName}, which would act as {userName}.',
  },
  CLIENT_WAITS: {
    subject: 'A program waits for your permission',
    text: 'Hello {recipientName},\n\nAn administrator of our organisation gave the program “{clientName}”, which acts as you, a new secret or more rights. It uses them only once you allow it again in your account.\n\nIf you do not expect it, end it there and contact us.',
    sms: 'The program {clientName}, which acts as you, got a new secret or more rights. Allow it again in your account.',
  },
  CREDENTIAL_LINK_USED: {
    subject: 'A credential link was used',
    text: 'Hello {recipientName},\n\nThe link that shows the secret of the program “{clientName}” was just used.\n\nIf this surprises you, make a new secret at once and contact us.',
    sms: 'The link to the secret of the program {clientName} was used. If this surprises you, make a new secret at once.',
  },
  FOLLOW_UP_PROPOSED: {
    subject: '{doctorName} suggests a consultation',
    text: 'Hello {recipientName},\n\n{doctorName} suggests a consultation[ on {startTime}].\n\nYou can accept or decline it in your patient space.',
    sms: '{doctorName} suggests a consultation[ on {startTime}]. Please answer in your patient space.',
  },
  RECALL: {
    subject: 'It is time to meet again',
    text: 'Hello {recipientName},\n\nWe have not seen you in consultation since {lastSeenAt}.\n\nBook when it suits you: being seen regularly makes a difference.',
    sms: 'Your last consultation was on {lastSeenAt}. Please book when it suits you.',
  },
  EXPIRY_WARNING: {
    subject: '{lots, plural, one {# lot is} other {# lots are}} about to expire',
    text: 'Hello {recipientName},\n\n{lots, plural, one {# lot of your stock expires} other {# lots of your stock expire}} within {withinDays, plural, one {# day} other {# days}}.',
    sms: '{lots, plural, one {# lot of your stock expires} other {# lots of your stock expire}} within {withinDays, plural, one {# day} other {# days}}.',
  },
  CONTACT_CODE: {
    subject: 'Your confirmation code',
    text: 'Hello,\n\nYour confirmation code: {code}\n\nIt is valid until {validUntil}. If you did not ask for it, ignore this message.',
    sms: 'Your confirmation code: {code}, valid until {validUntil}. If you did not ask for it, ignore this message.',
  },
  CLAIM_CODE: {
    subject: 'Your code to create your account',
    text: 'Hello,\n\nYour code to create your patient account: {code}\n\nIt is valid until {validUntil}. It opens your file: keep it to yourself.',
    sms: 'Your code to create your patient account: {code}, valid until {validUntil}. Keep it to yourself.',
  },
  PASSWORD_CODE: {
    subject: 'Your code for a new password',
    text: 'Hello,\n\nYour code to choose a new password: {code}\n\nIt is valid until {validUntil}. It opens your account: give it to no one. If you did not ask for it, ignore this message.',
    sms: 'Your code for a new password: {code}, valid until {validUntil}. Give it to no one.',
  },
  PASSWORD_CHANGED: {
    subject: 'Your password was changed',
    text: 'Hello {recipientName},\n\nA new password was chosen for your account, and your other sessions have ended.\n\nIf it was not you, please contact us at once.',
    sms: 'A new password was chosen for your account. If it was not you, please contact us at once.',
  },
  SECOND_FACTOR_CHANGED: {
    subject: 'The second step of your sign-in was changed',
    text: 'Hello {recipientName},\n\nThe second step with which you sign in was changed: an authenticator app, a passkey or recovery codes were added, replaced or removed.\n\nIf it was not you, please contact us at once.',
    sms: 'The second step of your sign-in was changed. If it was not you, please contact us at once.',
  },
  SECOND_FACTOR_REMOVED: {
    subject: 'The second step of your sign-in was removed',
    text: 'Hello {recipientName},\n\n{administratorName} removed the second step with which you sign in. Your password alone signs you in now: set up an authenticator app or a passkey again.\n\nIf you did not ask for this, please contact us at once.',
    sms: '{administratorName} removed the second step of your sign-in. If you did not ask for this, please contact us at once.',
  },
  SECOND_FACTOR_GUESSED: {
    subject: 'Wrong codes after your password',
    text: 'Hello {recipientName},\n\nSomeone entered your password, and then several wrong codes.\n\nIf it was not you, choose a new password at once.',
    sms: 'Someone entered your password, and then several wrong codes. If it was not you, choose a new password at once.',
  },
  RECOVERY_CODE_USED: {
    subject: 'A recovery code was used',
    text: 'Hello {recipientName},\n\nA recovery code was used to sign in to your account. You have {left} left.\n\nIf it was not you, choose a new password and contact us at once.',
    sms: 'A recovery code was used to sign in to your account ({left} left). If it was not you, contact us at once.',
  },
  ACCOUNT_DISABLED: {
    subject: 'Your account was disabled',
    text: 'Hello {recipientName},\n\nAn administrator of our organisation disabled your account. You can no longer sign in to it with us.\n\nIf this surprises you, please contact us at once.',
    sms: 'An administrator disabled your account. If this surprises you, please contact us at once.',
  },
  RECORDS_MERGED: {
    subject: 'Two records were merged',
    text: 'Hello {recipientName},\n\nAn administrator of our organisation merged two records in your name into one. Those who could read one of them can now read both.\n\nIf you had only one record, or if this surprises you, please contact us at once.',
    sms: 'An administrator merged two records in your name. If this surprises you, please contact us at once.',
  },
  RECORDS_MERGED_REPORT: {
    subject: 'Records merged: {patientName}',
    text: 'Hello {recipientName},\n\n{administratorName} merged the record of {otherName} into that of {patientName}.\n\nPlease check it among the merges of the patient.',
    sms: '{administratorName} merged the record of {otherName} into that of {patientName}. Please check it.',
  },
  LICENCE_CHECKED_REPORT: {
    subject: 'Licence confirmed: {userName}',
    text: 'Hello {recipientName},\n\n{administratorName} states that they checked the identity and licence of {userName}, who can therefore work in our organisation.\n\nIf you do not know this person, please check it.',
    sms: '{administratorName} states that they checked the licence of {userName}. Please check it.',
  },
  ADMINISTRATOR_INVITED_REPORT: {
    subject: 'Administrator invited: {userName}',
    text: 'Hello {recipientName},\n\n{administratorName} invited {userName} as an administrator of our organisation.\n\nIf you do not know this person, revoke the invitation.',
    sms: '{administratorName} invited {userName} as an administrator of our organisation. Please check it.',
  },
  ADMINISTRATOR_BEGAN_REPORT: {
    subject: 'New administrator: {userName}',
    text: 'Hello {recipientName},\n\n{userName} is now an administrator of our organisation, by a decision of {administratorName}.\n\nIf this surprises you, disable the account.',
    sms: '{userName} is now an administrator of our organisation, by a decision of {administratorName}. Please check it.',
  },
  MEMBER_RENAMED: {
    subject: 'Name changed: {userName}',
    text: 'Hello {recipientName},\n\n{administratorName} changed the name of a member of our organisation: {previousName} is now called {userName}.\n\nIf this surprises you, check it.',
    sms: '{administratorName} changed a name: {previousName} is now {userName}. Please check it.',
  },
  MEMBER_LEFT: {
    subject: '{userName} has left',
    text: 'Hello {recipientName},\n\nAt their own request, {userName} has left our organisation. Their access here has ended.\n\nIf this surprises you, check it.',
    sms: 'At their own request, {userName} has left our organisation. If this surprises you, check it.',
  },
  GUARDIAN_CODE: {
    subject: 'Someone asks to act for you',
    text: 'Hello,\n\n[{guardianName} asks to see your file and to act for you. ]Your code: {code}\n\nIt is valid until {validUntil}. Give it to this person only if you agree.',
    sms: '[{guardianName} asks to see your file and to act for you. ]Code: {code}, valid until {validUntil}. Give it away only if you agree.',
  },
  JOIN_CODE: {
    subject: 'Your code for the video consultation',
    text: 'Hello,\n\nYour code for the video consultation: {code}\n\nIt is valid until {validUntil}. Give it to no one.',
    sms: 'Your code for the video consultation: {code}, valid until {validUntil}. Give it to no one.',
  },
  GUARDIANSHIP_BEGAN: {
    subject: '{guardianName} may act for {patientName}',
    text: 'Hello {recipientName},\n\n{guardianName} may now see the file of {patientName} and act for them.\n\nIf you do not agree, end it in your patient space or contact us.',
    sms: '{guardianName} may now see the file of {patientName} and act for them. If you do not agree, end it in your patient space.',
  },
  GUARDIANSHIP_ENDED: {
    subject: '{guardianName} no longer acts for {patientName}',
    text: 'Hello {recipientName},\n\n{guardianName} no longer sees the file of {patientName} and no longer acts for them.\n\nIf this surprises you, contact us.',
    sms: '{guardianName} no longer sees the file of {patientName} and no longer acts for them. If this surprises you, contact us.',
  },
  GUARDIANSHIP_EXTENDED: {
    subject: '{guardianName} acts for {patientName} for longer',
    text: 'Hello {recipientName},\n\nThe recorded birth date of {patientName} has changed. {guardianName} may therefore see the file of {patientName} and act for them for longer[, until {until}].\n\nIf you do not agree, end it in your patient space or contact us.',
    sms: '{guardianName} may act for {patientName} for longer[, until {until}]. If this surprises you, contact us.',
  },
  ACCESS_GRANTED: {
    subject: 'The access of {organization} is ready',
    text: 'Hello {recipientName},\n\nThe access of {organization} is ready. This link hands it over once, until {validUntil}:\n\n{link}\n\nKeep it to yourself: anyone who opens it gets the access.',
    sms: 'Access for {organization}. This link works once, until {validUntil}: {link}',
  },
  INVITATION: {
    subject: 'Invitation to {organization}',
    text: 'Hello {recipientName},\n\n{organization} invites you to work with it on Medina Care. This link works once, until {validUntil}:\n\n{link}\n\nIf you do not know {organization}, do nothing.',
    sms: '{organization} invites you to Medina Care. This link works once, until {validUntil}: {link}',
  },
  ACCESS_REFUSED: {
    subject: 'The request for access of {organization}',
    text: 'Hello {recipientName},\n\nWe cannot grant the request for access of {organization}.',
    sms: 'We cannot grant the request for access of {organization}.',
  },
  ADDRESS_CHANGED: {
    subject: 'An address of your record has changed',
    text: 'Hello {recipientName},\n\nAn e-mail address or telephone number in your record was added, changed or removed.\n\nIf you neither did this nor asked for it, please contact us at once.',
    sms: 'An address or number in your record was changed. If you neither did this nor asked for it, please contact us at once.',
  },
  LOGIN_ENDED: {
    subject: 'Your access by this address has ended',
    text: 'Hello {recipientName},\n\nYour two records are now one. You can no longer sign in with this address; your other access remains valid.\n\nIf this surprises you, please contact us.',
    sms: 'Your two records are now one. You can no longer sign in with this address; your other sign-in stays valid.',
  },
  WEBHOOK_FAILING: {
    subject: 'One of your webhooks no longer answers',
    text: 'Hello {recipientName},\n\nSince {failingSince} our deliveries to {address} have been failing.\n\nWe keep trying. Please check that this address answers: if this goes on, deliveries will be suspended.',
    sms: 'Since {failingSince} our deliveries to {address} have been failing. Please check this address.',
  },
  WEBHOOK_DISABLED: {
    subject: 'One of your webhooks is suspended',
    text: 'Hello {recipientName},\n\nOur deliveries to {address} have been failing since {failingSince}. We have suspended them.\n\nNothing is lost: what is meant for you is kept until you enable the webhook again.',
    sms: 'Our deliveries to {address} have been failing since {failingSince} and are suspended. Nothing is lost.',
  },
}
