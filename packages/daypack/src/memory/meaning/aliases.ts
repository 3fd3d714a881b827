/**
 * Words that stand for each other in notes about software and daily work. A line is a group; words before the bar mean
 * the same, words behind it belong to the topic. English and Chinese side by side.
 */
const TABLE = `
database db 数据库 资料库 | mysql postgresql postgres sqlite mongodb redis mariadb oracle cassandra dynamodb sql schema
frontend front-end ui 前端 界面 | react vue angular svelte css html browser
backend back-end server 后端 服务端 服务器 | api nodejs express django flask spring
language 语言 编程语言 | python typescript javascript rust golang java kotlin
framework library package 框架 库 依赖 dependency
testing test 测试 单元测试 | pytest jest vitest mocha junit coverage
deploy deployment release rollout ship 部署 发布 上线 | docker kubernetes k8s helm ci
container 容器 | docker podman kubernetes k8s
kubernetes k8s
cloud 云 云服务 | aws azure gcp aliyun s3
cache caching 缓存 | redis memcached ttl
queue 队列 消息队列 | kafka rabbitmq sqs nats bullmq pg-boss celery sidekiq
authentication auth login sign-in signin 登录 认证 鉴权 | jwt oauth session token password sso
permission authorization access 权限 授权
performance perf 性能 | latency p99 p95 throughput slow speed fast optimize response 延迟 优化 吞吐 慢
latency delay 延迟 时延 | p99 p95 ms slow response
optimize optimization improve tune 优化 改进 | faster reduce
rebuild build compile compilation 构建 编译 | incremental webpack vite bundler tsc cmake make
reduce decrease avoid minimize cut lower 减少 避免 降低
unnecessary needless redundant 不必要 多余 | full
error exception failure crash bug issue problem fault 错误 异常 失败 崩溃 问题 故障 缺陷
fix solve resolve repair patch 修复 解决 修正
timeout 超时
connection connect 连接 | econnrefused econnreset refused socket reconnect
disconnect disconnection reconnect 断开 重连 断线
choice choose select pick decide decision 选择 决定 选型 | replace switch adopt migrate instead
replace switch migrate migration change swap 替换 迁移 更换 切换
preference prefer favorite like 偏好 喜欢 喜好
config configuration setting option setup 配置 设置 选项
install installation 安装
upgrade update bump 升级 更新
delete remove drop erase 删除 移除
document documentation docs readme 文档 说明
repository repo git 仓库 代码库 | github gitlab commit branch
review reviewer pr prs pull-request merge-request 评审 审查 审核 | approve approval sign-off
meeting standup sync 会议 开会 例会
deadline due 截止 期限
schedule plan roadmap 计划 安排 排期
budget cost price expense 预算 成本 费用 价格
customer client user 客户 用户
team colleague coworker 团队 同事
boss manager lead 老板 经理 领导
security vulnerability 安全 漏洞 | cve xss injection csrf
secret credential key password 密钥 密码 凭据
encrypt encryption tls ssl 加密
memory ram 内存 | oom leak heap
disk storage 磁盘 存储
network 网络 | dns tcp http proxy
log logging 日志
monitor monitoring alert 监控 告警 | grafana prometheus
editor ide 编辑器 | vscode vim emacs neovim cursor
operating-system os 操作系统 | linux macos windows ubuntu
job work career occupation profession 工作 职业
home house apartment flat 家 房子 公寓
child kid son daughter 孩子 儿子 女儿
wife husband spouse partner 妻子 丈夫 老婆 老公 爱人
friend buddy pal 朋友
doctor physician hospital clinic 医生 医院
sick ill illness disease 生病 疾病
happy glad joyful excited 开心 高兴 快乐
sad unhappy upset depressed 难过 伤心 沮丧
afraid scared fear nervous anxious worried 害怕 恐惧 紧张 焦虑 担心
angry mad furious 生气 愤怒
food meal dish cuisine eat dinner lunch breakfast 食物 饭 菜 吃饭 美食
vacation holiday trip travel journey 假期 旅行 旅游 度假
car vehicle automobile 车 汽车
movie film cinema 电影
photo picture photograph image 照片 图片
music song band 音乐 歌曲
book novel read 书 小说 阅读
exercise workout gym fitness 锻炼 健身 运动
school university college class 学校 大学 上学
exam quiz grade 考试 成绩
gift present 礼物
birthday 生日
pet dog cat puppy kitten 宠物 狗 猫
`

export type AliasGroup = { readonly same: readonly string[]; readonly topic: readonly string[] }

export const ALIASES: readonly AliasGroup[] = TABLE.trim()
  .split('\n')
  .map((line) => {
    const [same = '', topic = ''] = line.split('|')
    return { same: words(same), topic: words(topic) }
  })

function words(text: string): string[] {
  return text.split(' ').filter(Boolean)
}
