import type { Texts } from './texts.ts'

/**
 * SMS use only letters of the GSM alphabet (é è à ù, but not ê î ô ç ’), which allows 160 characters in a part. No name follows
 * a word that elides (de, que), because some names begin with a vowel.
 */
export const fr: Texts = {
  APPOINTMENT_CREATED: {
    subject: 'Votre rendez-vous avec {withName}',
    text: 'Bonjour {recipientName},\n\nUn rendez-vous avec {withName} est noté pour le {startTime}. Il reste à confirmer.[\n\nPour rejoindre la consultation vidéo :\n{joinLink}]',
    sms: 'Rendez-vous avec {withName} le {startTime}. Il reste à confirmer.[ Vidéo : {joinLink}]',
  },
  APPOINTMENT_CONFIRMED: {
    subject: 'Votre rendez-vous avec {withName} est confirmé',
    text: 'Bonjour {recipientName},\n\nVotre rendez-vous avec {withName} est confirmé pour le {startTime}.[\n\nPour rejoindre la consultation vidéo :\n{joinLink}]\n\nÀ bientôt !',
    sms: 'Votre rendez-vous avec {withName} le {startTime} est confirmé.[ Vidéo : {joinLink}]',
  },
  APPOINTMENT_MOVED: {
    subject: 'Votre rendez-vous avec {withName} est déplacé',
    text: 'Bonjour {recipientName},\n\nVotre rendez-vous avec {withName} est déplacé au {startTime}.\n\nIl était prévu le {previousTime}.[\n\nPour rejoindre la consultation vidéo :\n{joinLink}]',
    sms: 'Votre rendez-vous avec {withName} est déplacé au {startTime} (avant : {previousTime}).[ Vidéo : {joinLink}]',
  },
  APPOINTMENT_EXTENDED: {
    subject: 'Votre rendez-vous avec {withName} est prolongé',
    text: 'Bonjour {recipientName},\n\nVotre rendez-vous avec {withName} du {startTime} se termine désormais {endTime}.[\n\nPour rejoindre la consultation vidéo :\n{joinLink}]',
    sms: 'Votre rendez-vous avec {withName} du {startTime} se termine désormais {endTime}.[ Vidéo : {joinLink}]',
  },
  APPOINTMENT_CANCELLED: {
    subject: 'Votre rendez-vous avec {withName} est annulé',
    text: 'Bonjour {recipientName},\n\nLe rendez-vous avec {withName}, prévu le {startTime}, est annulé.\n\nUn autre peut être pris à tout moment.',
    sms: 'Le rendez-vous avec {withName}, prévu le {startTime}, est annulé.',
  },
  APPOINTMENT_SERIES_CREATED: {
    subject: 'Vos rendez-vous avec {withName}',
    text: 'Bonjour {recipientName},\n\n{count} rendez-vous avec {withName} sont enregistrés. Le premier a lieu le {startTime}, le dernier le {lastTime}.\n\nVous recevrez un rappel avant chacun d’eux.',
    sms: '{count} rendez-vous avec {withName} : du {startTime} au {lastTime}.',
  },
  APPOINTMENT_SERIES_MOVED: {
    subject: 'Vos rendez-vous avec {withName} sont déplacés',
    text: 'Bonjour {recipientName},\n\n{count} de vos rendez-vous avec {withName} sont déplacés. Le prochain a lieu le {startTime}, le dernier le {lastTime}.\n\nVous recevrez un rappel avant chacun d’eux.',
    sms: '{count} rendez-vous avec {withName} sont déplacés. Prochain : {startTime}, dernier : {lastTime}.',
  },
  APPOINTMENT_SERIES_CANCELLED: {
    subject: 'Vos rendez-vous avec {withName} sont annulés',
    text: 'Bonjour {recipientName},\n\n{count} rendez-vous avec {withName} sont annulés : du {startTime} au {lastTime}.\n\nVous pouvez en prendre d’autres à tout moment.',
    sms: '{count} rendez-vous avec {withName} sont annulés : du {startTime} au {lastTime}.',
  },
  WAITLIST_OFFERED: {
    subject: 'Un rendez-vous avec {withName} s’est libéré',
    text: 'Bonjour {recipientName},\n\nUn rendez-vous avec {withName} s’est libéré : {startTime}.[\n\nIl vous est réservé jusqu’au {validUntil}, puis il sera proposé au patient suivant.]\n\nPour l’accepter ou le refuser :\n{link}',
    sms: 'Libre : {withName}, {startTime}. Accepter ou refuser : {link}',
  },
  APPOINTMENT_REMINDER_D1: {
    subject: 'Rappel : votre rendez-vous avec {withName}',
    text: 'Bonjour {recipientName},\n\nNous vous rappelons votre rendez-vous avec {withName} le {startTime}.[\n\nLe même jour, vous avez aussi rendez-vous à {furtherVisits}.]\n\nUn empêchement ? Déplacez ou annulez dès que possible : quelqu’un d’autre attend peut-être cette place.[\n\nPour rejoindre la consultation vidéo :\n{joinLink}]',
    sms: 'Rappel : rendez-vous avec {withName} le {startTime}.[ Aussi à {furtherVisits}.][ Vidéo : {joinLink}]',
  },
  APPOINTMENT_REMINDER_H2: {
    subject: 'Bientôt : votre rendez-vous avec {withName}',
    text: 'Bonjour {recipientName},\n\nVotre rendez-vous avec {withName} approche : {startTime}.[\n\nLe même jour, vous avez aussi rendez-vous à {furtherVisits}.][\n\nPour rejoindre la consultation vidéo :\n{joinLink}]\n\nÀ tout à l’heure !',
    sms: 'Votre rendez-vous avec {withName} approche : {startTime}.[ Aussi à {furtherVisits}.][ Vidéo : {joinLink}]',
  },
  PRESCRIPTION_ISSUED: {
    subject: '{doctorName} vous a remis une ordonnance',
    text: 'Bonjour {recipientName},\n\n{doctorName} vous a remis une ordonnance. Elle vous attend dans votre espace patient.',
    sms: '{doctorName} vous a remis une ordonnance. Elle vous attend dans votre espace patient.',
  },
  ORDER_CREATED: {
    subject: 'Nouvelle commande : {patientName}',
    text: 'Bonjour {recipientName},\n\nUne commande vient d’arriver pour {patientName}. Elle attend votre préparation.',
    sms: "Une commande vient d'arriver pour {patientName}. Elle attend votre préparation.",
  },
  ORDER_PREPARING: {
    subject: 'Votre commande est en préparation',
    text: 'Bonjour {recipientName},\n\n{pharmacyName} prépare votre commande. Nous vous écrirons quand elle sera prête.',
    sms: '{pharmacyName} prépare votre commande. Nous vous écrirons quand ce sera fait.',
  },
  ORDER_READY: {
    subject: 'Votre commande est prête',
    text: 'Bonjour {recipientName},\n\n{pharmacyName} a fini de préparer votre commande : elle est prête.',
    sms: '{pharmacyName} a fini de préparer votre commande.',
  },
  ORDER_DELIVERED: {
    subject: 'Votre commande vous a été remise',
    text: 'Bonjour {recipientName},\n\n{pharmacyName} vous a remis votre commande.\n\nSi ce n’est pas le cas, parlez-en à la pharmacie.',
    sms: "{pharmacyName} vous a remis votre commande. Si ce n'est pas le cas, parlez-en à la pharmacie.",
  },
  ORDER_CANCELLED: {
    subject: 'Votre commande est annulée',
    text: 'Bonjour {recipientName},\n\nVotre commande chez {pharmacyName} est annulée.',
    sms: 'Votre commande chez {pharmacyName} est annulée.',
  },
  ORDER_WITHDRAWN: {
    subject: 'Commande annulée : {patientName}',
    text: 'Bonjour {recipientName},\n\nLa commande pour {patientName} est annulée. Ne la préparez pas et ne la remettez pas.',
    sms: 'La commande pour {patientName} est annulée. Ne la préparez pas et ne la remettez pas.',
  },
  PHARMACY_CHOSEN: {
    subject: 'Votre ordonnance adressée à {pharmacyName}',
    text: 'Bonjour {recipientName},\n\nNotre organisation a commandé les médicaments de votre ordonnance chez {pharmacyName}, qui peut la lire.\n\nSi cela vous surprend, choisissez une autre pharmacie, annulez la commande ou contactez-nous.',
    sms: 'Votre ordonnance a été adressée à {pharmacyName}. Si cela vous surprend, contactez-nous.',
  },
  LAB_ORDER_ADDRESSED: {
    subject: 'Nouvelle demande d’analyses : {patientName}',
    text: 'Bonjour {recipientName},\n\nUne demande d’analyses vient d’arriver pour {patientName}. Elle attend votre prise en charge.',
    sms: "Une demande d'analyses vient d'arriver pour {patientName}. Elle attend votre prise en charge.",
  },
  LABORATORY_CHOSEN: {
    subject: 'Analyses adressées à {laboratoryName}',
    text: 'Bonjour {recipientName},\n\nUne demande d’analyses pour {patientName} a été adressée au laboratoire {laboratoryName}, qui peut la lire.\n\nSi cela vous surprend, choisissez un autre laboratoire ou contactez-nous.',
    sms: 'Des analyses pour {patientName} ont été adressées au laboratoire {laboratoryName}. Surpris ? Contactez-nous.',
  },
  LAB_RESULT_PUBLISHED: {
    subject: 'Vos résultats sont disponibles',
    text: 'Bonjour {recipientName},\n\nDes résultats vous attendent dans votre espace patient. {doctorName} peut vous les expliquer.',
    sms: 'Des résultats vous attendent dans votre espace patient. {doctorName} peut vous les expliquer.',
  },
  LAB_CRITICAL_ALERT: {
    subject: 'Urgent : un résultat concernant {patientName}',
    text: 'Bonjour {recipientName},\n\nUn résultat concernant {patientName} demande votre attention immédiate.\n\nAnalyses {labOrderId}',
    sms: 'URGENT : un résultat concernant {patientName} demande votre attention immédiate. Analyses {labOrderId}',
  },
  EMERGENCY_ACCESS: {
    subject: '{doctorName} a ouvert votre dossier en urgence',
    text: 'Bonjour {recipientName},\n\n{doctorName} a déclaré une urgence et peut lire votre dossier jusqu’au {validUntil}.\n\nLe motif figure dans votre espace patient. S’il vous surprend, contactez-nous.',
    sms: "{doctorName} a déclaré une urgence et peut lire votre dossier jusqu'au {validUntil}. Motif dans votre espace patient.",
  },
  EMERGENCY_ACCESS_REPORT: {
    subject: '{doctorName} a ouvert un dossier en urgence',
    text: 'Bonjour {recipientName},\n\n{doctorName} a déclaré une urgence et peut lire le dossier du patient {patientName} jusqu’au {validUntil}.\n\nVeuillez vérifier le motif parmi les relations de soin du patient.',
    sms: "{doctorName} a déclaré une urgence et lit le dossier du patient {patientName} jusqu'au {validUntil}. Motif à vérifier.",
  },
  ADMINISTRATIVE_ACCESS: {
    subject: '{administratorName} a ouvert votre dossier',
    text: 'Bonjour {recipientName},\n\n{administratorName}, qui administre notre organisation, a indiqué un motif et peut lire votre dossier jusqu’au {validUntil}.\n\nLe motif figure dans votre espace patient, où vous pouvez aussi mettre fin à cet accès.',
    sms: "{administratorName} a indiqué un motif et peut lire votre dossier jusqu'au {validUntil}. Motif dans votre espace patient.",
  },
  ADMINISTRATIVE_ACCESS_REPORT: {
    subject: '{administratorName} a ouvert un dossier',
    text: 'Bonjour {recipientName},\n\n{administratorName} a indiqué un motif et peut lire le dossier du patient {patientName} jusqu’au {validUntil}.\n\nVeuillez vérifier le motif parmi les relations de soin du patient.',
    sms: "{administratorName} lit le dossier du patient {patientName} jusqu'au {validUntil}. Motif à vérifier.",
  },
  RELATIONSHIP_STATED: {
    subject: '{doctorName} peut lire votre dossier',
    text: 'Bonjour {recipientName},\n\nL’administration de notre organisation a indiqué que vous êtes suivi par {doctorName}, qui peut donc lire votre dossier.\n\nSi ce n’est pas le cas, mettez fin à cet accès dans votre espace patient.',
    sms: "L'administration a indiqué {doctorName} comme votre soignant, qui peut lire votre dossier. Vous pouvez y mettre fin.",
  },
  RELATIONSHIP_STATED_REPORT: {
    subject: '{doctorName} peut lire un dossier',
    text: 'Bonjour {recipientName},\n\nUne autre personne de l’administration a indiqué que le patient {patientName} est suivi par {doctorName}, qui peut donc lire son dossier.\n\nVeuillez le vérifier parmi les relations de soin du patient.',
    sms: 'Un autre administrateur a indiqué {doctorName} comme soignant du patient {patientName}, à vérifier.',
  },
  VISIT_OPENS_FILE: {
    subject: 'Votre rendez-vous avec {doctorName} ouvre votre dossier',
    text: 'Bonjour {recipientName},\n\nNotre organisation a pris pour vous un rendez-vous avec {doctorName}, qui peut donc lire votre dossier du {validFrom} au {validUntil}. L’accès prend fin si le rendez-vous est annulé.\n\nSi vous ne le souhaitez pas, mettez fin à cet accès dans votre espace patient.',
    sms: '{doctorName} peut lire votre dossier du {validFrom} au {validUntil}, pour votre rendez-vous.',
  },
  ROOM_TOKEN_FETCHED: {
    subject: 'Accès à une salle en votre nom',
    text: 'Bonjour {recipientName},\n\nL’administration de notre organisation, ou son logiciel, a obtenu en votre nom un accès à la salle de la consultation du {startTime}.\n\nSi vous n’avez pas rejoint la salle par notre intermédiaire, signalez-le-nous.',
    sms: 'Un accès à la salle de votre consultation du {startTime} a été obtenu en votre nom. Une question ? Appelez-nous.',
  },
  GUEST_INVITED: {
    subject: 'Invitation à votre consultation : {guestName}',
    text: 'Bonjour {recipientName},\n\nUne personne a été invitée à la salle de la consultation du {startTime}, sous ce nom : {guestName}. Elle n’entre que si le professionnel l’admet.\n\nSi vous ne la connaissez pas, dites-le au professionnel ou contactez-nous.',
    sms: '{guestName} a été invité à votre consultation du {startTime}. Si cela vous surprend, contactez-nous.',
  },
  CLIENT_CREATED: {
    subject: 'Un logiciel demande à agir en votre nom',
    text: 'Bonjour {recipientName},\n\nL’administration de notre organisation a créé le logiciel « {clientName} », qui agirait en votre nom. Il ne peut rien faire tant que vous ne l’autorisez pas dans votre compte.\n\nSi cela vous surprend, mettez-y fin dans votre compte et contactez-nous.',
    sms: 'Le logiciel {clientName} agirait en votre nom. Il ne peut rien faire sans votre accord, dans votre compte.',
  },
  CLIENT_CREATED_REPORT: {
    subject: 'Un logiciel demande à agir pour {userName}',
    text: 'Bonjour {recipientName},\n\nUne autre personne de l’administration a créé le logiciel « {clientName} », qui agirait pour {userName}. Il ne peut rien faire sans son autorisation.',
    sms: 'Le logiciel {clientName}, créé par un autre administrateur, agirait pour {userName}.',
  },
  CLIENT_WAITS: {
    subject: 'Un logiciel attend votre autorisation',
    text: 'Bonjour {recipientName},\n\nL’administration de notre organisation a donné au logiciel « {clientName} », qui agit en votre nom, un nouveau secret ou des droits supplémentaires. Il ne s’en sert qu’une fois que vous l’autorisez de nouveau dans votre compte.\n\nSi cela vous surprend, mettez-y fin dans votre compte et contactez-nous.',
    sms: 'Le logiciel {clientName}, qui agit en votre nom, attend de nouveau votre accord, dans votre compte.',
  },
  CREDENTIAL_LINK_USED: {
    subject: 'Un lien d’accès a été utilisé',
    text: 'Bonjour {recipientName},\n\nLe lien qui montre le secret du logiciel « {clientName} » vient d’être utilisé.\n\nSi cela vous surprend, créez un nouveau secret sans attendre et contactez-nous.',
    sms: 'Le lien vers le secret du logiciel {clientName} a été utilisé. Si cela vous surprend, créez un nouveau secret.',
  },
  FOLLOW_UP_PROPOSED: {
    subject: '{doctorName} vous propose une consultation',
    text: 'Bonjour {recipientName},\n\n{doctorName} vous propose une consultation[ le {startTime}].\n\nVous pouvez l’accepter ou la refuser dans votre espace patient.',
    sms: '{doctorName} vous propose une consultation[ le {startTime}]. Répondez dans votre espace patient.',
  },
  RECALL: {
    subject: 'Il est temps de se revoir',
    text: 'Bonjour {recipientName},\n\nNous ne vous avons pas vu en consultation depuis le {lastSeenAt}.\n\nPrenez rendez-vous quand cela vous convient : un suivi régulier fait la différence.',
    sms: 'Votre dernière consultation date du {lastSeenAt}. Prenez rendez-vous quand cela vous convient.',
  },
  EXPIRY_WARNING: {
    subject: '{lots, plural, one {# lot arrive} other {# lots arrivent}} à péremption',
    text: 'Bonjour {recipientName},\n\n{lots, plural, one {# lot de votre stock arrive} other {# lots de votre stock arrivent}} à péremption d’ici {withinDays, plural, one {# jour} other {# jours}}.',
    sms: "{lots, plural, one {# lot de votre stock arrive} other {# lots de votre stock arrivent}} à péremption d'ici {withinDays, plural, one {# jour} other {# jours}}.",
  },
  CONTACT_CODE: {
    subject: 'Votre code de confirmation',
    text: 'Bonjour,\n\nVotre code de confirmation : {code}\n\nIl est valable jusqu’au {validUntil}. Si vous n’avez rien demandé, ignorez ce message.',
    sms: "Votre code de confirmation : {code}, valable jusqu'au {validUntil}. Si vous n'avez rien demandé, ignorez ce message.",
  },
  CLAIM_CODE: {
    subject: 'Votre code pour créer votre compte',
    text: 'Bonjour,\n\nVotre code pour créer votre compte de patient : {code}\n\nIl est valable jusqu’au {validUntil}. Il ouvre votre dossier : gardez-le pour vous.',
    sms: "Votre code pour créer votre compte de patient : {code}, valable jusqu'au {validUntil}. Gardez-le pour vous.",
  },
  PASSWORD_CODE: {
    subject: 'Votre code pour un nouveau mot de passe',
    text: 'Bonjour,\n\nVotre code pour choisir un nouveau mot de passe : {code}\n\nIl est valable jusqu’au {validUntil}. Il ouvre votre compte : ne le donnez à personne. Si vous ne l’avez pas demandé, ignorez ce message.',
    sms: "Votre code pour un nouveau mot de passe : {code}, valable jusqu'au {validUntil}. Ne le donnez à personne.",
  },
  PASSWORD_CHANGED: {
    subject: 'Votre mot de passe a été changé',
    text: 'Bonjour {recipientName},\n\nUn nouveau mot de passe a été choisi pour votre compte, et vos autres sessions ont pris fin.\n\nSi ce n’était pas vous, contactez-nous sans attendre.',
    sms: "Un nouveau mot de passe a été choisi pour votre compte. Si ce n'était pas vous, contactez-nous sans attendre.",
  },
  SECOND_FACTOR_CHANGED: {
    subject: 'La deuxième étape de votre connexion a changé',
    text: 'Bonjour {recipientName},\n\nLa deuxième étape de votre connexion a changé : une application de codes, une clé d’accès ou des codes de secours ont été ajoutés, remplacés ou retirés.\n\nSi ce n’était pas vous, contactez-nous sans attendre.',
    sms: "La deuxième étape de votre connexion a changé. Si ce n'était pas vous, contactez-nous sans attendre.",
  },
  SECOND_FACTOR_REMOVED: {
    subject: 'La deuxième étape de votre connexion a été retirée',
    text: 'Bonjour {recipientName},\n\n{administratorName} a retiré la deuxième étape de votre connexion. Votre mot de passe suffit maintenant : configurez de nouveau une application de codes ou une clé d’accès.\n\nSi vous ne l’avez pas demandé, contactez-nous sans attendre.',
    sms: "{administratorName} a retiré la deuxième étape de votre connexion. Si vous ne l'avez pas demandé, contactez-nous.",
  },
  SECOND_FACTOR_GUESSED: {
    subject: 'Des codes incorrects après votre mot de passe',
    text: 'Bonjour {recipientName},\n\nQuelqu’un a saisi votre mot de passe, puis plusieurs codes incorrects.\n\nSi ce n’était pas vous, choisissez un nouveau mot de passe sans attendre.',
    sms: "Quelqu'un a saisi votre mot de passe, puis plusieurs codes incorrects. Si ce n'était pas vous, changez-le sans attendre.",
  },
  RECOVERY_CODE_USED: {
    subject: 'Un code de secours a été utilisé',
    text: 'Bonjour {recipientName},\n\nUn code de secours a été utilisé pour se connecter à votre compte. Il vous en reste {left}.\n\nSi ce n’était pas vous, choisissez un nouveau mot de passe et contactez-nous sans attendre.',
    sms: "Un code de secours a été utilisé pour votre compte (reste : {left}). Si ce n'était pas vous, contactez-nous sans attendre.",
  },
  ACCOUNT_DISABLED: {
    subject: 'Votre compte a été désactivé',
    text: 'Bonjour {recipientName},\n\nL’administration de notre organisation a désactivé votre compte. Vous ne pouvez plus vous y connecter chez nous.\n\nSi cela vous surprend, contactez-nous sans attendre.',
    sms: "L'administration a désactivé votre compte. Si cela vous surprend, contactez-nous sans attendre.",
  },
  RECORDS_MERGED: {
    subject: 'Deux dossiers ont été réunis',
    text: 'Bonjour {recipientName},\n\nL’administration de notre organisation a réuni deux dossiers à votre nom en un seul. Qui avait accès à l’un peut maintenant lire l’ensemble.\n\nSi vous n’aviez qu’un dossier, ou si cela vous surprend, contactez-nous sans attendre.',
    sms: "L'administration a réuni deux dossiers à votre nom. Si cela vous surprend, contactez-nous sans attendre.",
  },
  RECORDS_MERGED_REPORT: {
    subject: 'Dossiers réunis : {patientName}',
    text: 'Bonjour {recipientName},\n\n{administratorName} a réuni deux dossiers de patients : {otherName} et {patientName}.\n\nVeuillez le vérifier parmi les fusions du patient.',
    sms: '{administratorName} a réuni deux dossiers : {otherName} et {patientName}, à vérifier.',
  },
  LICENCE_CHECKED_REPORT: {
    subject: 'Autorisation confirmée : {userName}',
    text: 'Bonjour {recipientName},\n\n{administratorName} déclare avoir vérifié l’identité et l’autorisation d’exercer du professionnel suivant : {userName}. Cette personne peut donc travailler dans notre organisation.\n\nSi cette personne vous est inconnue, vérifiez-le.',
    sms: "{administratorName} déclare avoir vérifié une autorisation d'exercer : {userName}, à vérifier.",
  },
  ADMINISTRATOR_INVITED_REPORT: {
    subject: 'Administration : {userName} a reçu une invitation',
    text: 'Bonjour {recipientName},\n\n{administratorName} a invité la personne suivante à administrer notre organisation : {userName}.\n\nSi vous ne la connaissez pas, révoquez l’invitation.',
    sms: '{administratorName} a invité {userName} à administrer notre organisation. Merci de vérifier.',
  },
  ADMINISTRATOR_BEGAN_REPORT: {
    subject: 'Administration : {userName}',
    text: 'Bonjour {recipientName},\n\nLa personne suivante administre désormais notre organisation : {userName}. Cette décision a été prise par {administratorName}.\n\nSi cela vous surprend, désactivez ce compte.',
    sms: '{userName} administre notre organisation (choix fait par {administratorName}). Merci de vérifier.',
  },
  MEMBER_RENAMED: {
    subject: 'Nom changé : {userName}',
    text: 'Bonjour {recipientName},\n\n{administratorName} a changé le nom d’un membre de notre organisation : {previousName} s’appelle désormais {userName}.\n\nSi cela vous surprend, vérifiez-le.',
    sms: '{administratorName} a changé un nom : {previousName} devient {userName}, à vérifier.',
  },
  MEMBER_LEFT: {
    subject: 'Départ : {userName}',
    text: 'Bonjour {recipientName},\n\nLa personne suivante a quitté notre organisation, à sa propre demande : {userName}. Ses accès chez nous ont pris fin.\n\nSi cela vous surprend, vérifiez-le.',
    sms: '{userName} a quitté notre organisation, à sa propre demande. Si cela vous surprend, vérifiez-le.',
  },
  GUARDIAN_CODE: {
    subject: 'Quelqu’un demande à agir pour vous',
    text: 'Bonjour,\n\n[{guardianName} demande à voir votre dossier et à agir pour vous. ]Votre code : {code}\n\nIl est valable jusqu’au {validUntil}. Ne le donnez à cette personne que si vous êtes d’accord.',
    sms: "[{guardianName} demande à voir votre dossier et à agir pour vous. ]Code : {code}, valable jusqu'au {validUntil}. Ne le donnez que si vous acceptez.",
  },
  JOIN_CODE: {
    subject: 'Votre code pour la consultation vidéo',
    text: 'Bonjour,\n\nVotre code pour la consultation vidéo : {code}\n\nIl est valable jusqu’au {validUntil}. Ne le donnez à personne.',
    sms: "Votre code pour la consultation vidéo : {code}, valable jusqu'au {validUntil}. Ne le donnez à personne.",
  },
  GUARDIANSHIP_BEGAN: {
    subject: '{guardianName} peut agir pour {patientName}',
    text: 'Bonjour {recipientName},\n\n{guardianName} peut désormais agir pour {patientName} et voir son dossier.\n\nSi vous n’êtes pas d’accord, mettez-y fin dans votre espace patient ou contactez-nous.',
    sms: '{guardianName} peut désormais agir pour {patientName} et voir son dossier. Si cela vous surprend, mettez-y fin dans votre espace patient.',
  },
  GUARDIANSHIP_ENDED: {
    subject: '{guardianName} n’agit plus pour {patientName}',
    text: 'Bonjour {recipientName},\n\n{guardianName} n’agit plus pour {patientName} et ne voit plus son dossier.\n\nSi cela vous surprend, contactez-nous.',
    sms: "{guardianName} n'agit plus pour {patientName} et ne voit plus son dossier. Si cela vous surprend, contactez-nous.",
  },
  GUARDIANSHIP_EXTENDED: {
    subject: '{guardianName} agit plus longtemps pour {patientName}',
    text: 'Bonjour {recipientName},\n\nLa date de naissance notée pour {patientName} a changé. {guardianName} peut donc agir pour {patientName} et voir son dossier plus longtemps[, jusqu’au {until}].\n\nSi vous n’êtes pas d’accord, mettez-y fin dans votre espace patient ou contactez-nous.',
    sms: "{guardianName} peut agir pour {patientName} plus longtemps[, jusqu'au {until}]. Si cela vous surprend, contactez-nous.",
  },
  ACCESS_GRANTED: {
    subject: 'Votre accès est prêt : {organization}',
    text: 'Bonjour {recipientName},\n\nL’accès demandé pour {organization} est prêt. Ce lien le remet une seule fois, jusqu’au {validUntil} :\n\n{link}\n\nGardez-le pour vous : qui l’ouvre reçoit l’accès.',
    sms: "Accès pour {organization}, remis une seule fois, jusqu'au {validUntil} : {link}",
  },
  INVITATION: {
    subject: 'Invitation : {organization}',
    text: 'Bonjour {recipientName},\n\n{organization} vous invite à travailler avec elle sur Medina Care. Ce lien fonctionne une seule fois, jusqu’au {validUntil} :\n\n{link}\n\nSi cette organisation vous est inconnue, ne faites rien.',
    sms: "{organization} vous invite sur Medina Care, une seule fois, jusqu'au {validUntil} : {link}",
  },
  ACCESS_REFUSED: {
    subject: 'Votre demande d’accès pour {organization}',
    text: 'Bonjour {recipientName},\n\nNous ne pouvons pas donner suite à la demande d’accès pour {organization}.',
    sms: "Nous ne pouvons pas donner suite à la demande d'accès pour {organization}.",
  },
  ADDRESS_CHANGED: {
    subject: 'Une adresse de votre dossier a changé',
    text: 'Bonjour {recipientName},\n\nUne adresse e-mail ou un numéro de téléphone de votre dossier a été ajouté, changé ou supprimé.\n\nSi vous ne l’avez ni fait ni demandé, contactez-nous sans attendre.',
    sms: "Une adresse ou un numéro de votre dossier a changé. Si vous ne l'avez ni fait ni demandé, contactez-nous sans attendre.",
  },
  LOGIN_ENDED: {
    subject: 'Votre accès par cette adresse a pris fin',
    text: 'Bonjour {recipientName},\n\nVos deux dossiers ont été réunis en un seul. Cette adresse ne permet plus de se connecter ; votre autre accès reste valable.\n\nSi cela vous surprend, contactez-nous.',
    sms: "Vos deux dossiers ont été réunis. L'accès par cette adresse a pris fin, l'autre reste valable.",
  },
  WEBHOOK_FAILING: {
    subject: 'Un de vos webhooks ne répond plus',
    text: 'Bonjour {recipientName},\n\nDepuis le {failingSince}, nos envois à {address} échouent.\n\nNous réessayons. Vérifiez que cette adresse répond : si cela dure, les envois seront suspendus.',
    sms: 'Depuis le {failingSince}, nos envois à {address} échouent. Vérifiez cette adresse.',
  },
  WEBHOOK_DISABLED: {
    subject: 'Un de vos webhooks est suspendu',
    text: 'Bonjour {recipientName},\n\nNos envois à {address} échouent depuis le {failingSince}. Nous les avons suspendus.\n\nRien n’est perdu : ce qui vous est destiné est gardé jusqu’à ce que vous remettiez le webhook en service.',
    sms: "Nos envois à {address} échouent depuis le {failingSince} et sont suspendus. Rien n'est perdu.",
  },
}
