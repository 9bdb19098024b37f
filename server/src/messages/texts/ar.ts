import type { Texts } from './texts.ts'

export const ar: Texts = {
  APPOINTMENT_CREATED: {
    subject: 'موعدكم مع {withName}',
    text: 'مرحبا {recipientName}،\n\nتم تسجيل موعد مع {withName} يوم {startTime}. وهو في انتظار التأكيد.[\n\nللانضمام إلى الاستشارة بالفيديو:\n{joinLink}]',
    sms: 'موعد مع {withName} يوم {startTime}. في انتظار التأكيد.[ فيديو: {joinLink}]',
  },
  APPOINTMENT_CONFIRMED: {
    subject: 'تم تأكيد موعدكم مع {withName}',
    text: 'مرحبا {recipientName}،\n\nتم تأكيد موعدكم مع {withName} يوم {startTime}.[\n\nللانضمام إلى الاستشارة بالفيديو:\n{joinLink}]\n\nإلى اللقاء!',
    sms: 'تم تأكيد موعدكم مع {withName} يوم {startTime}.[ فيديو: {joinLink}]',
  },
  APPOINTMENT_MOVED: {
    subject: 'تم تغيير موعدكم مع {withName}',
    text: 'مرحبا {recipientName}،\n\nتم تغيير موعدكم مع {withName} إلى يوم {startTime}.\n\nكان مقررا يوم {previousTime}.[\n\nللانضمام إلى الاستشارة بالفيديو:\n{joinLink}]',
    sms: 'تم تغيير موعدكم مع {withName} إلى يوم {startTime} (سابقا: {previousTime}).[ فيديو: {joinLink}]',
  },
  APPOINTMENT_EXTENDED: {
    subject: 'تمديد موعدكم مع {withName}',
    text: 'مرحبا {recipientName}،\n\nموعدكم مع {withName} المقرر {startTime} ينتهي الآن {endTime}.[\n\nللانضمام إلى الاستشارة بالفيديو:\n{joinLink}]',
    sms: 'موعدكم مع {withName} المقرر {startTime} ينتهي الآن {endTime}.[ فيديو: {joinLink}]',
  },
  APPOINTMENT_CANCELLED: {
    subject: 'تم إلغاء موعدكم مع {withName}',
    text: 'مرحبا {recipientName}،\n\nتم إلغاء الموعد مع {withName} الذي كان مقررا يوم {startTime}.\n\nيمكن حجز موعد آخر في أي وقت.',
    sms: 'تم إلغاء الموعد مع {withName} المقرر يوم {startTime}.',
  },
  APPOINTMENT_SERIES_CREATED: {
    subject: 'مواعيدكم مع {withName}',
    text: 'مرحبا {recipientName}،\n\nتم تسجيل مواعيد مع {withName} (عددها: {count}). الأول يوم {startTime} والأخير يوم {lastTime}.\n\nستتوصلون بتذكير قبل كل موعد.',
    sms: 'مواعيد مع {withName} (عددها: {count}): من {startTime} إلى {lastTime}.',
  },
  APPOINTMENT_SERIES_MOVED: {
    subject: 'تم تغيير مواعيدكم مع {withName}',
    text: 'مرحبا {recipientName}،\n\nتم تغيير مواعيدكم مع {withName} (عددها: {count}). الموعد القادم يوم {startTime} والأخير يوم {lastTime}.\n\nستتوصلون بتذكير قبل كل موعد.',
    sms: 'تم تغيير مواعيد مع {withName} (عددها: {count}). القادم: {startTime}، الأخير: {lastTime}.',
  },
  APPOINTMENT_SERIES_CANCELLED: {
    subject: 'تم إلغاء مواعيدكم مع {withName}',
    text: 'مرحبا {recipientName}،\n\nتم إلغاء المواعيد مع {withName} (عددها: {count}): من {startTime} إلى {lastTime}.\n\nيمكن حجز مواعيد أخرى في أي وقت.',
    sms: 'تم إلغاء المواعيد مع {withName} (عددها: {count}): من {startTime} إلى {lastTime}.',
  },
  WAITLIST_OFFERED: {
    subject: 'موعد شاغر مع {withName}',
    text: 'مرحبا {recipientName}،\n\nأصبح موعد مع {withName} شاغرا: {startTime}.[\n\nهو محجوز لكم إلى غاية {validUntil}، ثم يعرض على شخص آخر.]\n\nلقبوله أو رفضه:\n{link}',
    sms: 'شاغر: {withName}، {startTime}. للرد: {link}',
  },
  APPOINTMENT_REMINDER_D1: {
    subject: 'تذكير بموعدكم مع {withName}',
    text: 'مرحبا {recipientName}،\n\nنذكركم بموعدكم مع {withName} يوم {startTime}.[\n\nلديكم أيضا في اليوم نفسه: {furtherVisits}.]\n\nإذا تعذر عليكم الحضور، فالمرجو تغيير الموعد أو إلغاؤه في أقرب وقت: قد يكون شخص آخر في انتظاره.[\n\nللانضمام إلى الاستشارة بالفيديو:\n{joinLink}]',
    sms: 'تذكير: موعد مع {withName} يوم {startTime}.[ وأيضا: {furtherVisits}.][ فيديو: {joinLink}]',
  },
  APPOINTMENT_REMINDER_H2: {
    subject: 'موعدكم مع {withName} قريب',
    text: 'مرحبا {recipientName}،\n\nاقترب موعدكم مع {withName}: {startTime}.[\n\nلديكم أيضا في اليوم نفسه: {furtherVisits}.][\n\nللانضمام إلى الاستشارة بالفيديو:\n{joinLink}]\n\nإلى اللقاء!',
    sms: 'اقترب موعدكم مع {withName}: {startTime}.[ وأيضا: {furtherVisits}.][ فيديو: {joinLink}]',
  },
  PRESCRIPTION_ISSUED: {
    subject: 'وصفة من {doctorName}',
    text: 'مرحبا {recipientName}،\n\nلديكم وصفة جديدة من {doctorName}. تجدونها في فضائكم الخاص.',
    sms: 'لديكم وصفة جديدة من {doctorName}. تجدونها في فضائكم الخاص.',
  },
  ORDER_CREATED: {
    subject: 'طلب جديد من {patientName}',
    text: 'مرحبا {recipientName}،\n\nوصل طلب جديد من {patientName}، وهو في انتظار التحضير.',
    sms: 'وصل طلب جديد من {patientName}، وهو في انتظار التحضير.',
  },
  ORDER_PREPARING: {
    subject: 'طلبكم قيد التحضير',
    text: 'مرحبا {recipientName}،\n\nطلبكم قيد التحضير لدى {pharmacyName}. سنراسلكم عندما يصبح جاهزا.',
    sms: 'طلبكم قيد التحضير لدى {pharmacyName}. سنراسلكم عندما يصبح جاهزا.',
  },
  ORDER_READY: {
    subject: 'طلبكم جاهز',
    text: 'مرحبا {recipientName}،\n\nأصبح طلبكم جاهزا لدى {pharmacyName}.',
    sms: 'أصبح طلبكم جاهزا لدى {pharmacyName}.',
  },
  ORDER_DELIVERED: {
    subject: 'تم تسليم طلبكم',
    text: 'مرحبا {recipientName}،\n\nتم تسليمكم طلبكم من {pharmacyName}.\n\nإذا لم تتوصلوا به، فالمرجو الاتصال بالصيدلية.',
    sms: 'تم تسليمكم طلبكم من {pharmacyName}. إذا لم تتوصلوا به، فالمرجو الاتصال بالصيدلية.',
  },
  ORDER_CANCELLED: {
    subject: 'تم إلغاء طلبكم',
    text: 'مرحبا {recipientName}،\n\nتم إلغاء طلبكم لدى {pharmacyName}.',
    sms: 'تم إلغاء طلبكم لدى {pharmacyName}.',
  },
  ORDER_WITHDRAWN: {
    subject: 'تم إلغاء طلب {patientName}',
    text: 'مرحبا {recipientName}،\n\nتم إلغاء طلب {patientName}. المرجو عدم تحضيره أو تسليمه.',
    sms: 'تم إلغاء طلب {patientName}. المرجو عدم تحضيره أو تسليمه.',
  },
  PHARMACY_CHOSEN: {
    subject: 'تم توجيه وصفتكم إلى {pharmacyName}',
    text: 'مرحبا {recipientName}،\n\nطلبت مؤسستنا أدوية وصفتكم لدى {pharmacyName}، وبذلك يمكن للصيدلية قراءتها.\n\nإن فاجأكم ذلك فاختاروا صيدلية أخرى أو ألغوا الطلب أو اتصلوا بنا.',
    sms: 'تم توجيه وصفتكم إلى {pharmacyName}. إن فاجأكم ذلك فاتصلوا بنا.',
  },
  LAB_ORDER_ADDRESSED: {
    subject: 'طلب تحاليل جديد: {patientName}',
    text: 'مرحبا {recipientName}،\n\nوصل طلب تحاليل جديد يخص {patientName}، وهو في انتظار معالجتكم.',
    sms: 'وصل طلب تحاليل جديد يخص {patientName}، وهو في انتظار معالجتكم.',
  },
  LABORATORY_CHOSEN: {
    subject: 'تم توجيه التحاليل إلى {laboratoryName}',
    text: 'مرحبا {recipientName}،\n\nتم توجيه طلب تحاليل يخص {patientName} إلى المختبر {laboratoryName} الذي يمكنه قراءته.\n\nإن فاجأكم ذلك فاختاروا مختبرا آخر أو اتصلوا بنا.',
    sms: 'تم توجيه تحاليل تخص {patientName} إلى المختبر {laboratoryName}. إن فاجأكم ذلك فاتصلوا بنا.',
  },
  LAB_RESULT_PUBLISHED: {
    subject: 'نتائجكم متوفرة',
    text: 'مرحبا {recipientName}،\n\nتوجد نتائج جديدة في فضائكم الخاص. يمكنكم طلب شرحها من {doctorName}.',
    sms: 'توجد نتائج جديدة في فضائكم الخاص. يمكنكم طلب شرحها من {doctorName}.',
  },
  LAB_CRITICAL_ALERT: {
    subject: 'عاجل: نتيجة تخص {patientName}',
    text: 'مرحبا {recipientName}،\n\nتوجد نتيجة تخص {patientName} تتطلب عنايتكم الفورية.\n\nالتحاليل {labOrderId}',
    sms: 'عاجل: نتيجة تخص {patientName} تتطلب عنايتكم الفورية. التحاليل {labOrderId}',
  },
  EMERGENCY_ACCESS: {
    subject: 'فتح {doctorName} ملفكم في حالة استعجال',
    text: 'مرحبا {recipientName}،\n\nصرح {doctorName} بحالة استعجال ويمكنه قراءة ملفكم إلى غاية {validUntil}.\n\nتجدون السبب في فضائكم الخاص. إذا لم تتعرفوا عليه فاتصلوا بنا.',
    sms: 'صرح {doctorName} بحالة استعجال ويمكنه قراءة ملفكم إلى غاية {validUntil}. السبب في فضائكم الخاص.',
  },
  EMERGENCY_ACCESS_REPORT: {
    subject: 'فتح {doctorName} ملفا في حالة استعجال',
    text: 'مرحبا {recipientName}،\n\nصرح {doctorName} بحالة استعجال ويمكنه قراءة ملف {patientName} إلى غاية {validUntil}.\n\nالمرجو التحقق من السبب ضمن علاقات العلاج للمريض.',
    sms: 'صرح {doctorName} بحالة استعجال وله قراءة ملف {patientName} إلى {validUntil}. المرجو التحقق من السبب.',
  },
  ADMINISTRATIVE_ACCESS: {
    subject: 'فتح {administratorName} ملفكم',
    text: 'مرحبا {recipientName}،\n\nصرح {administratorName} من إدارة مؤسستنا بسبب ويمكنه قراءة ملفكم إلى غاية {validUntil}.\n\nتجدون السبب في فضائكم الخاص، ويمكنكم هناك إنهاء هذا الولوج.',
    sms: 'صرح {administratorName} بسبب ويمكنه قراءة ملفكم إلى غاية {validUntil}. السبب في فضائكم الخاص.',
  },
  ADMINISTRATIVE_ACCESS_REPORT: {
    subject: 'فتح {administratorName} ملفا',
    text: 'مرحبا {recipientName}،\n\nصرح {administratorName} بسبب ويمكنه قراءة ملف {patientName} إلى غاية {validUntil}.\n\nالمرجو التحقق من السبب ضمن علاقات العلاج للمريض.',
    sms: 'صرح {administratorName} بسبب وله قراءة ملف {patientName} إلى {validUntil}. المرجو التحقق منه.',
  },
  RELATIONSHIP_STATED: {
    subject: 'يمكن للمهني {doctorName} قراءة ملفكم',
    text: 'مرحبا {recipientName}،\n\nذكرت إدارة مؤسستنا أنكم تتابعون العلاج عند {doctorName}، وبذلك يمكن قراءة ملفكم.\n\nإذا لم يكن ذلك صحيحا، فأنهوا هذا الوصول في فضائكم الخاص.',
    sms: 'ذكرت الإدارة أنكم تتابعون العلاج عند {doctorName} الذي يمكنه قراءة ملفكم. يمكنكم إنهاء ذلك.',
  },
  RELATIONSHIP_STATED_REPORT: {
    subject: 'يمكن للمهني {doctorName} قراءة ملف',
    text: 'مرحبا {recipientName}،\n\nذكر مسؤول آخر أن المريض {patientName} يتابع العلاج عند {doctorName}، وبذلك يمكن قراءة الملف.\n\nيرجى التحقق من ذلك ضمن علاقات رعاية المريض.',
    sms: 'ذكر مسؤول آخر أن المريض {patientName} يتابع العلاج عند {doctorName}. يرجى التحقق.',
  },
  VISIT_OPENS_FILE: {
    subject: 'موعدكم مع {doctorName} يفتح ملفكم',
    text: 'مرحبا {recipientName}،\n\nحجزت مؤسستنا لكم موعدا مع {doctorName}، وبذلك يمكن قراءة ملفكم من {validFrom} إلى {validUntil}. ينتهي الوصول إذا ألغي الموعد.\n\nإذا كنتم لا ترغبون في ذلك، فأنهوا هذا الوصول في فضائكم الخاص.',
    sms: 'لأجل موعدكم يمكن للمهني {doctorName} قراءة ملفكم من {validFrom} إلى {validUntil}.',
  },
  ROOM_TOKEN_FETCHED: {
    subject: 'دخول إلى غرفة الفحص باسمكم',
    text: 'مرحبا {recipientName}،\n\nحصلت إدارة مؤسستنا أو برنامجها باسمكم على إذن دخول غرفة الفحص المقرر {startTime}.\n\nإذا لم تدخلوا الغرفة عن طريقنا، فأخبرونا.',
    sms: 'تم الحصول باسمكم على إذن دخول غرفة الفحص المقرر {startTime}. إذا لم تطلبوا ذلك فأخبرونا.',
  },
  GUEST_INVITED: {
    subject: 'دعوة إلى فحصكم: {guestName}',
    text: 'مرحبا {recipientName}،\n\nدعي شخص إلى غرفة الفحص المقرر {startTime} بهذا الاسم: {guestName}. لا يدخل إلا بموافقة المهني.\n\nإن كنتم لا تعرفونه فأخبروا المهني أو اتصلوا بنا.',
    sms: 'دعي {guestName} إلى غرفة الفحص المقرر {startTime}. إن فاجأكم ذلك فاتصلوا بنا.',
  },
  CLIENT_CREATED: {
    subject: 'برنامج يطلب التصرف باسمكم',
    text: 'مرحبا {recipientName}،\n\nأنشأت إدارة مؤسستنا البرنامج «{clientName}» الذي سيتصرف باسمكم. لا يمكنه القيام بأي شيء قبل موافقتكم في حسابكم.\n\nإذا لم تتوقعوا ذلك فأنهوه هناك واتصلوا بنا.',
    sms: 'سيتصرف البرنامج {clientName} باسمكم. لا يمكنه شيء قبل موافقتكم في حسابكم.',
  },
  CLIENT_CREATED_REPORT: {
    subject: 'برنامج يطلب التصرف باسم {userName}',
    text: 'مرحبا {recipientName}،\n\nأنشأ مسؤول آخر البرنامج «{clientName}» الذي سيتصرف باسم {userName}. لا يمكنه القيام بأي شيء قبل موافقة {userName}.',
    sms: 'أنشأ مسؤول آخر البرنامج {clientName} الذي سيتصرف باسم {userName}.',
  },
  CLIENT_WAITS: {
    subject: 'برنامج ينتظر موافقتكم',
    text: 'مرحبا {recipientName}،\n\nمنحت إدارة مؤسستنا البرنامج «{clientName}» الذي يتصرف باسمكم سرا جديدا أو صلاحيات إضافية. لا يستعملها إلا بعد موافقتكم من جديد في حسابكم.\n\nإذا لم تتوقعوا ذلك فأنهوه هناك واتصلوا بنا.',
    sms: 'البرنامج {clientName} الذي يتصرف باسمكم ينتظر موافقتكم من جديد في حسابكم.',
  },
  CREDENTIAL_LINK_USED: {
    subject: 'استُعمل رابط لبيانات الدخول',
    text: 'مرحبا {recipientName}،\n\nاستُعمل للتو الرابط الذي يعرض سر البرنامج «{clientName}».\n\nإذا فاجأكم ذلك فأنشئوا سرا جديدا فورا واتصلوا بنا.',
    sms: 'استعمل الرابط الذي يعرض سر البرنامج {clientName}. إن فاجأكم ذلك فأنشئوا سرا جديدا.',
  },
  FOLLOW_UP_PROPOSED: {
    subject: 'اقتراح موعد مع {doctorName}',
    text: 'مرحبا {recipientName}،\n\nلديكم اقتراح موعد مع {doctorName}[ يوم {startTime}].\n\nيمكنكم قبوله أو رفضه في فضائكم الخاص.',
    sms: 'لديكم اقتراح موعد مع {doctorName}[ يوم {startTime}]. المرجو الجواب في فضائكم الخاص.',
  },
  RECALL: {
    subject: 'حان وقت اللقاء من جديد',
    text: 'مرحبا {recipientName}،\n\nلم نركم في استشارة منذ يوم {lastSeenAt}.\n\nاحجزوا موعدا متى ناسبكم ذلك: فالمتابعة المنتظمة تصنع الفرق.',
    sms: 'آخر استشارة لكم كانت يوم {lastSeenAt}. احجزوا موعدا متى ناسبكم ذلك.',
  },
  EXPIRY_WARNING: {
    subject:
      '{lots, plural, zero {لا دفعات تقترب} one {دفعة واحدة تقترب} two {دفعتان تقتربان} few {# دفعات تقترب} many {# دفعة تقترب} other {# دفعة تقترب}} من نهاية الصلاحية',
    text: 'مرحبا {recipientName}،\n\nفي مخزونكم {lots, plural, zero {لا دفعات تنتهي صلاحيتها} one {دفعة واحدة تنتهي صلاحيتها} two {دفعتان تنتهي صلاحيتهما} few {# دفعات تنتهي صلاحيتها} many {# دفعة تنتهي صلاحيتها} other {# دفعة تنتهي صلاحيتها}} خلال {withinDays, plural, zero {أقل من يوم} one {يوم واحد} two {يومين} few {# أيام} many {# يوما} other {# يوم}}.',
    sms: 'في مخزونكم {lots, plural, zero {لا دفعات تنتهي صلاحيتها} one {دفعة واحدة تنتهي صلاحيتها} two {دفعتان تنتهي صلاحيتهما} few {# دفعات تنتهي صلاحيتها} many {# دفعة تنتهي صلاحيتها} other {# دفعة تنتهي صلاحيتها}} خلال {withinDays, plural, zero {أقل من يوم} one {يوم واحد} two {يومين} few {# أيام} many {# يوما} other {# يوم}}.',
  },
  CONTACT_CODE: {
    subject: 'رمز التأكيد الخاص بكم',
    text: 'مرحبا،\n\nرمز التأكيد الخاص بكم: {code}\n\nالرمز صالح إلى غاية {validUntil}. إذا لم تطلبوه فتجاهلوا هذه الرسالة.',
    sms: 'رمز التأكيد: {code}، صالح إلى غاية {validUntil}. إذا لم تطلبوه فتجاهلوا هذه الرسالة.',
  },
  CLAIM_CODE: {
    subject: 'رمز إنشاء حسابكم',
    text: 'مرحبا،\n\nرمز إنشاء حسابكم كمريض: {code}\n\nالرمز صالح إلى غاية {validUntil}. وهو يفتح ملفكم: احتفظوا به لأنفسكم.',
    sms: 'رمز إنشاء حسابكم كمريض: {code}، صالح إلى غاية {validUntil}. احتفظوا به لأنفسكم.',
  },
  PASSWORD_CODE: {
    subject: 'رمز اختيار كلمة مرور جديدة',
    text: 'مرحبًا،\n\nرمز اختيار كلمة مرور جديدة: {code}\n\nالرمز صالح إلى غاية {validUntil}. وهو يفتح حسابكم: لا تعطوه لأحد. إن لم تطلبوه فتجاهلوا هذه الرسالة.',
    sms: 'رمز اختيار كلمة مرور جديدة: {code}، صالح إلى غاية {validUntil}. لا تعطوه لأحد.',
  },
  PASSWORD_CHANGED: {
    subject: 'تم تغيير كلمة مروركم',
    text: 'مرحبًا {recipientName}،\n\nاختيرت كلمة مرور جديدة لحسابكم، وانتهت جلساتكم الأخرى.\n\nإن لم تكونوا أنتم فاتصلوا بنا فورًا.',
    sms: 'اختيرت كلمة مرور جديدة لحسابكم. إن لم تكونوا أنتم فاتصلوا بنا فورا.',
  },
  SECOND_FACTOR_CHANGED: {
    subject: 'تغيرت الخطوة الثانية لدخولكم',
    text: 'مرحبا {recipientName}،\n\nتغيرت الخطوة الثانية لدخولكم: أضيف تطبيق رموز أو مفتاح مرور أو رموز احتياطية، أو استبدلت أو حذفت.\n\nإن لم تكونوا أنتم فاتصلوا بنا فورا.',
    sms: 'تغيرت الخطوة الثانية لدخولكم. إن لم تكونوا أنتم فاتصلوا بنا فورا.',
  },
  SECOND_FACTOR_REMOVED: {
    subject: 'حذفت الخطوة الثانية لدخولكم',
    text: 'مرحبا {recipientName}،\n\nحذف {administratorName} الخطوة الثانية لدخولكم. تكفي كلمة المرور وحدها الآن: أضيفوا تطبيق رموز أو مفتاح مرور من جديد.\n\nإن لم تطلبوا ذلك فاتصلوا بنا فورا.',
    sms: 'حذف {administratorName} الخطوة الثانية لدخولكم. إن لم تطلبوا ذلك فاتصلوا بنا فورا.',
  },
  SECOND_FACTOR_GUESSED: {
    subject: 'رموز خاطئة بعد كلمة مروركم',
    text: 'مرحبا {recipientName}،\n\nأدخل شخص كلمة مروركم ثم عدة رموز خاطئة.\n\nإن لم تكونوا أنتم فاختاروا كلمة مرور جديدة فورا.',
    sms: 'أدخل شخص كلمة مروركم ثم عدة رموز خاطئة. إن لم تكونوا أنتم فغيروها فورا.',
  },
  RECOVERY_CODE_USED: {
    subject: 'استعمل رمز احتياطي',
    text: 'مرحبا {recipientName}،\n\nاستعمل رمز احتياطي للدخول إلى حسابكم. بقي لكم {left}.\n\nإن لم تكونوا أنتم فاختاروا كلمة مرور جديدة واتصلوا بنا فورا.',
    sms: 'استعمل رمز احتياطي لحسابكم (الباقي: {left}). إن لم تكونوا أنتم فاتصلوا بنا فورا.',
  },
  ACCOUNT_DISABLED: {
    subject: 'تم تعطيل حسابكم',
    text: 'مرحبا {recipientName}،\n\nعطلت إدارة مؤسستنا حسابكم. لم يعد بإمكانكم الدخول إليه عندنا.\n\nإن فاجأكم ذلك فاتصلوا بنا فورا.',
    sms: 'عطلت الإدارة حسابكم. إن فاجأكم ذلك فاتصلوا بنا فورا.',
  },
  RECORDS_MERGED: {
    subject: 'تم دمج ملفين',
    text: 'مرحبا {recipientName}،\n\nدمجت إدارة مؤسستنا ملفين باسمكم في ملف واحد. من كان يمكنه قراءة أحدهما يمكنه الآن قراءة الكل.\n\nإن لم يكن لكم إلا ملف واحد أو فاجأكم ذلك فاتصلوا بنا فورا.',
    sms: 'دمجت الإدارة ملفين باسمكم. إن فاجأكم ذلك فاتصلوا بنا فورا.',
  },
  RECORDS_MERGED_REPORT: {
    subject: 'تم دمج ملفين: {patientName}',
    text: 'مرحبا {recipientName}،\n\nدمج المسؤول {administratorName} ملف {otherName} مع ملف {patientName}.\n\nيرجى التحقق من ذلك ضمن عمليات دمج ملفات المريض.',
    sms: 'دمج المسؤول {administratorName} ملف {otherName} مع ملف {patientName}. يرجى التحقق.',
  },
  LICENCE_CHECKED_REPORT: {
    subject: 'تم تأكيد الترخيص: {userName}',
    text: 'مرحبا {recipientName}،\n\nصرح المسؤول {administratorName} أنه تحقق من هوية {userName} ومن رخصة مزاولة المهنة، وبذلك يمكن العمل في مؤسستنا.\n\nإن كنتم لا تعرفون هذا الشخص فيرجى التحقق.',
    sms: 'صرح المسؤول {administratorName} أنه تحقق من رخصة {userName}. يرجى التحقق.',
  },
  ADMINISTRATOR_INVITED_REPORT: {
    subject: 'دعوة مسؤول: {userName}',
    text: 'مرحبا {recipientName}،\n\nوجه المسؤول {administratorName} دعوة إلى {userName} لإدارة مؤسستنا.\n\nإن كنتم لا تعرفون هذا الشخص فألغوا الدعوة.',
    sms: 'دعا المسؤول {administratorName} الشخص {userName} لإدارة مؤسستنا. يرجى التحقق.',
  },
  ADMINISTRATOR_BEGAN_REPORT: {
    subject: 'مسؤول جديد: {userName}',
    text: 'مرحبا {recipientName}،\n\nأصبح {userName} مسؤولا في مؤسستنا بقرار من {administratorName}.\n\nإذا فاجأكم ذلك فعطلوا هذا الحساب.',
    sms: 'أصبح {userName} مسؤولا في مؤسستنا بقرار من {administratorName}. يرجى التحقق.',
  },
  MEMBER_RENAMED: {
    subject: 'تم تغيير اسم: {userName}',
    text: 'مرحبا {recipientName}،\n\nغير المسؤول {administratorName} اسم عضو في مؤسستنا من {previousName} إلى {userName}.\n\nإذا فاجأكم ذلك فيرجى التحقق.',
    sms: 'غير المسؤول {administratorName} اسم {previousName} إلى {userName}. يرجى التحقق.',
  },
  MEMBER_LEFT: {
    subject: 'مغادرة: {userName}',
    text: 'مرحبا {recipientName}،\n\nغادر {userName} مؤسستنا بطلب منه، وانتهى وصوله لدينا.\n\nإذا فاجأكم ذلك فيرجى التحقق.',
    sms: 'غادر {userName} مؤسستنا بطلب منه. إذا فاجأكم ذلك فيرجى التحقق.',
  },
  GUARDIAN_CODE: {
    subject: 'شخص يطلب التصرف نيابة عنكم',
    text: 'مرحبا،\n\n[يطلب {guardianName} الاطلاع على ملفكم والتصرف نيابة عنكم. ]رمزكم: {code}\n\nالرمز صالح إلى غاية {validUntil}. لا تعطوه لهذا الشخص إلا إذا كنتم موافقين.',
    sms: '[يطلب {guardianName} الاطلاع على ملفكم والتصرف نيابة عنكم. ]الرمز: {code}، صالح إلى غاية {validUntil}. لا تعطوه إلا إذا كنتم موافقين.',
  },
  JOIN_CODE: {
    subject: 'رمزكم للاستشارة بالفيديو',
    text: 'مرحبا،\n\nرمزكم للاستشارة بالفيديو: {code}\n\nالرمز صالح إلى غاية {validUntil}. لا تعطوه لأي شخص.',
    sms: 'رمز الاستشارة بالفيديو: {code}، صالح إلى غاية {validUntil}. لا تعطوه لأي شخص.',
  },
  GUARDIANSHIP_BEGAN: {
    subject: 'أصبح بإمكان {guardianName} التصرف نيابة عن {patientName}',
    text: 'مرحبا {recipientName}،\n\nأصبح بإمكان {guardianName} الاطلاع على ملف {patientName} والتصرف نيابة عنه.\n\nإذا كنتم غير موافقين فأنهوا ذلك من فضائكم الخاص أو اتصلوا بنا.',
    sms: 'أصبح بإمكان {guardianName} الاطلاع على ملف {patientName} والتصرف نيابة عنه. إذا كنتم غير موافقين فأنهوا ذلك من فضائكم الخاص.',
  },
  GUARDIANSHIP_ENDED: {
    subject: 'لم يعد بإمكان {guardianName} التصرف نيابة عن {patientName}',
    text: 'مرحبا {recipientName}،\n\nلم يعد بإمكان {guardianName} الاطلاع على ملف {patientName} ولا التصرف نيابة عنه.\n\nإن فاجأكم ذلك فاتصلوا بنا.',
    sms: 'لم يعد بإمكان {guardianName} الاطلاع على ملف {patientName} ولا التصرف نيابة عنه. إن فاجأكم ذلك فاتصلوا بنا.',
  },
  GUARDIANSHIP_EXTENDED: {
    subject: 'مددت مدة تصرف {guardianName} نيابة عن {patientName}',
    text: 'مرحبا {recipientName}،\n\nتغير تاريخ الميلاد المسجل باسم {patientName}. لذلك أصبح بإمكان {guardianName} الاطلاع على الملف والتصرف نيابة عنه لمدة أطول[، إلى غاية {until}].\n\nإذا كنتم غير موافقين فأنهوا ذلك من فضائكم الخاص أو اتصلوا بنا.',
    sms: 'أصبح بإمكان {guardianName} التصرف نيابة عن {patientName} لمدة أطول[، إلى غاية {until}]. إن فاجأكم ذلك فاتصلوا بنا.',
  },
  ACCESS_GRANTED: {
    subject: 'ولوج {organization} جاهز',
    text: 'مرحبا {recipientName}،\n\nولوج {organization} جاهز. هذا الرابط يسلمه مرة واحدة، إلى غاية يوم {validUntil}:\n\n{link}\n\nاحتفظوا به لأنفسكم: من يفتحه يحصل على الولوج.',
    sms: 'ولوج {organization}، يسلم مرة واحدة، إلى غاية يوم {validUntil}: {link}',
  },
  INVITATION: {
    subject: 'دعوة من {organization}',
    text: 'مرحبا {recipientName}،\n\nتدعوكم {organization} إلى العمل معها على Medina Care. هذا الرابط يعمل مرة واحدة، إلى غاية يوم {validUntil}:\n\n{link}\n\nإذا كنتم لا تعرفون {organization} فلا تفعلوا شيئا.',
    sms: 'تدعوكم {organization} إلى Medina Care، مرة واحدة، إلى غاية يوم {validUntil}: {link}',
  },
  ACCESS_REFUSED: {
    subject: 'طلب ولوج {organization}',
    text: 'مرحبا {recipientName}،\n\nتعذر علينا قبول طلب ولوج {organization}.',
    sms: 'تعذر علينا قبول طلب ولوج {organization}.',
  },
  ADDRESS_CHANGED: {
    subject: 'تغيّر عنوان في ملفّكم',
    text: 'مرحبًا {recipientName}،\n\nأُضيف إلى ملفّكم عنوان بريد إلكتروني أو رقم هاتف، أو تغيّر أو حُذف.\n\nإن لم تفعلوا ذلك ولم تطلبوه فاتصلوا بنا فورًا.',
    sms: 'تغير عنوان أو رقم هاتف في ملفكم. إن لم تفعلوا ذلك ولم تطلبوه فاتصلوا بنا فورا.',
  },
  LOGIN_ENDED: {
    subject: 'انتهى دخولكم بهذا العنوان',
    text: 'مرحبًا {recipientName}،\n\nأصبح ملفّاكم ملفًّا واحدًا. لم يعد بالإمكان الدخول بهذا العنوان، ويبقى دخولكم الآخر ساريًا.\n\nإن فاجأكم ذلك فاتصلوا بنا.',
    sms: 'أصبح ملفاكم ملفا واحدا. انتهى الدخول بهذا العنوان، ويبقى دخولكم الآخر ساريا.',
  },
  WEBHOOK_FAILING: {
    subject: 'لم يعد أحد عناوين الويب هوك يجيب',
    text: 'مرحبا {recipientName}،\n\nمنذ يوم {failingSince} لا تصل إرسالياتنا إلى العنوان التالي:\n\n{address}\n\nنواصل المحاولة. المرجو التحقق من أن هذا العنوان يجيب: إذا استمر الأمر فستعلق الإرساليات.',
    sms: 'منذ يوم {failingSince} لا تصل إرسالياتنا إلى {address}. المرجو التحقق من هذا العنوان.',
  },
  WEBHOOK_DISABLED: {
    subject: 'تم تعليق أحد عناوين الويب هوك',
    text: 'مرحبا {recipientName}،\n\nمنذ يوم {failingSince} لا تصل إرسالياتنا إلى العنوان التالي، وقد علقناها:\n\n{address}\n\nلم يضع شيء: كل ما هو موجه إليكم محفوظ إلى أن تعيدوا تشغيل الويب هوك.',
    sms: 'منذ يوم {failingSince} لا تصل إرسالياتنا إلى {address} وقد علقناها. لم يضع شيء.',
  },
}
