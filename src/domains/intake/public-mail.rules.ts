/** Hosts of mail services that anybody can have an address at: that two vendors share one says nothing. */
export const PUBLIC_MAIL: readonly string[] = [
  ...['gmail.com', 'googlemail.com', 'outlook.com', 'hotmail.com', 'hotmail.co.uk', 'hotmail.fr', 'hotmail.de', 'live.com', 'msn.com'],
  ...['outlook.de', 'outlook.fr', 'yahoo.com', 'yahoo.co.uk', 'yahoo.fr', 'yahoo.de', 'yahoo.co.jp', 'ymail.com', 'rocketmail.com'],
  ...['icloud.com', 'me.com', 'mac.com', 'aol.com', 'proton.me', 'protonmail.com', 'pm.me', 'tutanota.com', 'tuta.io', 'tuta.com'],
  ...['gmx.de', 'gmx.net', 'gmx.com', 'gmx.at', 'gmx.ch', 'web.de', 't-online.de', 'freenet.de', 'mail.com', 'email.com', 'zoho.com'],
  ...['zohomail.com', 'fastmail.com', 'fastmail.fm', 'hey.com', 'posteo.de', 'mailbox.org', 'hushmail.com', 'mail.ru', 'bk.ru'],
  ...['yandex.ru', 'yandex.com', 'qq.com', '163.com', '126.com', 'sina.com', 'naver.com', 'daum.net', 'hanmail.net', 'rediffmail.com'],
  ...['orange.fr', 'wanadoo.fr', 'free.fr', 'laposte.net', 'sfr.fr', 'libero.it', 'virgilio.it', 'alice.it', 'tiscali.it', 'wp.pl'],
  ...['o2.pl', 'onet.pl', 'seznam.cz', 'centrum.cz', 'bluewin.ch', 'hispeed.ch', 'btinternet.com', 'sky.com', 'talktalk.net'],
  ...['virginmedia.com', 'comcast.net', 'verizon.net', 'att.net', 'sbcglobal.net', 'cox.net', 'bigpond.com', 'optusnet.com.au'],
  ...[
    'shaw.ca',
    'rogers.com',
    'uol.com.br',
    'bol.com.br',
    'terra.com.br',
    'ziggo.nl',
    'kpnmail.nl',
    'planet.nl',
    'telenet.be',
    'skynet.be',
  ],
];
